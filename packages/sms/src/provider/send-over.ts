import type { SmsMessage, SmsReceipt, SmsSender } from '@stepward/core';
import { isSecureUrl } from '@stepward/core/adapter';
import { receiptOfStatus, type SmsAnswer } from './answers.js';
import { createHttpPost, type HttpPost, type HttpRequest, type Posted } from './http-post.js';

/** A message, and the address that its delivery is reported to; none where nobody takes reports. */
export interface OutgoingSms extends Omit<SmsMessage, 'statusCallback'> {
  readonly statusCallback?: string;
}

export interface HttpSmsSenderOptions {
  /** Names the provider in receipts and logs; `http` by default. */
  readonly provider?: string;
  /** Writes the POST of a message, to an https URL; http only for loopback addresses. */
  readonly request: (message: OutgoingSms) => HttpRequest | Promise<HttpRequest>;
  /**
   * Reads an answer; null leaves it to the status: 429 is `rate_limited`, any other 4xx but 408 and 409
   * `misconfigured`, and all else `unknown`, 2xx included. Say `refused` only of what was certainly not sent.
   */
  readonly read: (answer: SmsAnswer) => SmsReceipt | null;
}

/** The sender of a provider, by default over its own connections. */
export function sendOver(
  { provider, request, read }: Required<HttpSmsSenderOptions>,
  post: HttpPost = createHttpPost(),
): SmsSender {
  async function write({
    statusCallback,
    ...message
  }: SmsMessage): Promise<HttpRequest | SmsReceipt> {
    try {
      const address = statusCallback?.(provider) ?? null;
      const written = await request(
        address === null ? message : { ...message, statusCallback: address },
      );
      return isSecureUrl(written.url) ? written : notWritten('url_not_https');
    } catch (error) {
      return notWrittenFor(error);
    }
  }

  return {
    async send(message, { signal }) {
      const written = await write(message);
      // It rejects only where node:http refuses the request, for example for a line feed in a header.
      const posted =
        'status' in written ? written : await post(written, signal).catch(notWrittenFor);
      const receipt = 'status' in posted ? posted : receiptOf(posted, read);
      return { provider, ...receipt };
    },
  };
}

function receiptOf(posted: Posted, read: HttpSmsSenderOptions['read']): SmsReceipt {
  switch (posted.type) {
    case 'not_sent':
      return { status: 'refused', reason: 'unavailable', detail: posted.code };
    case 'lost':
      return { status: 'unknown', reason: posted.code };
    case 'answered': {
      const { status, headers, text } = posted.answer;
      return read({ status, headers, json: parsed(text) }) ?? receiptOfStatus(status);
    }
  }
}

/** The request could not be written, for example for want of credentials: nothing was sent. */
function notWritten(detail: string): SmsReceipt {
  return { status: 'refused', reason: 'misconfigured', detail };
}

function notWrittenFor(error: unknown): SmsReceipt {
  return notWritten(error instanceof Error ? error.name : 'thrown');
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** A POST of JSON, which has the fields of the body that are not undefined. */
export function jsonRequest(url: string, authorization: string, body: object): HttpRequest {
  const headers = { authorization, 'content-type': JSON_TYPE, accept: JSON_TYPE };
  return { url, headers, body: JSON.stringify(body) };
}

/** A POST of a form, answered in JSON; with the fields that are not undefined. */
export function formRequest(
  url: string,
  authorization: string,
  fields: Readonly<Record<string, string | undefined>>,
): HttpRequest {
  const given = Object.entries(fields).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  return {
    url,
    headers: { authorization, 'content-type': FORM_TYPE, accept: JSON_TYPE },
    body: new URLSearchParams(given).toString(),
  };
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
