import type { SmsMessage, SmsReceipt, SmsSender } from '@stepward/core';
import {
  checkOptions,
  isFunction,
  isSecureUrl,
  isText,
  optional,
  required,
  type OptionRules,
} from '@stepward/core/adapter';
import { createHttpPost, type HttpPost, type HttpRequest, type Posted } from './http-post.js';
import { receiptOfStatus, type SmsAnswer } from './receipts-of-answers.js';

export type { HttpRequest } from './http-post.js';
export type { SmsAnswer } from './receipts-of-answers.js';

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

const OPTIONS: OptionRules<HttpSmsSenderOptions> = {
  provider: optional('a short name', isText),
  request: required('a function from a message to { url, headers, body }', isFunction),
  read: required('a function from an answer to a receipt or null', isFunction),
};

/**
 * A sender for any provider with an HTTP API, by two functions. Connections are kept and reused, answers are read up to
 * 64 KiB, redirects and proxies of the environment are not followed, and nothing is sent twice.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createHttpSmsSender({
 *   request: ({ id, to, body }) => ({
 *     url: 'https://sms.example.com/messages',
 *     headers: { 'content-type': 'application/json', 'idempotency-key': id },
 *     body: JSON.stringify({ to, text: body.reveal() }),
 *   }),
 *   read: ({ status }) => (status === 202 ? { status: 'accepted' } : null),
 * });
 */
export function createHttpSmsSender(options: HttpSmsSenderOptions): SmsSender {
  checkOptions('createHttpSmsSender', options, OPTIONS);
  return sendOver(createHttpPost(), { provider: 'http', ...options });
}

/** The sender of a provider, over connections that it may share. */
export function sendOver(
  post: HttpPost,
  { provider, request, read }: Required<HttpSmsSenderOptions>,
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
      return notWritten(error instanceof Error ? error.name : 'thrown');
    }
  }

  return {
    async send(message, { signal }) {
      const written = await write(message);
      const receipt = 'status' in written ? written : receiptOf(await post(written, signal), read);
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

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
