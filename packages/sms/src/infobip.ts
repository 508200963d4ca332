import type { SmsReceipt, SmsSender } from '@stepward/core';
import { checkOptions, isText, optional, required, type OptionRules } from '@stepward/core/adapter';
import { acceptedAs, refusedAs, type SmsAnswer } from './provider/answers.js';
import { BASE_URL_EXPECTED, below, isBaseUrl } from './provider/base-url.js';
import { INFOBIP_CODES } from './provider/infobip-codes.js';
import {
  infobipProof,
  isReceiptsSecret,
  RECEIPTS_SECRET_EXPECTED,
} from './provider/infobip-proof.js';
import { jsonRequest, sendOver, type OutgoingSms } from './provider/send-over.js';
import { at } from './provider/unchecked.js';

export interface InfobipOptions {
  /** The one of your account: `https://{yours}.api.infobip.com`; http only for loopback addresses. */
  readonly baseUrl: string;
  /** With the scope `sms:message:send`. */
  readonly apiKey: string;
  /** A number or an alphanumeric sender that is registered. */
  readonly from: string;
  /**
   * The `secret` of `infobipReceipts`: 32 to 200 characters. Each message carries a proof made with it, which its delivery report
   * brings back. Without it no reports are asked for.
   */
  readonly receiptsSecret?: string;
}

const OPTIONS: OptionRules<InfobipOptions> = {
  baseUrl: required(BASE_URL_EXPECTED, isBaseUrl),
  apiKey: required('an API key', isText),
  from: required('a number or an alphanumeric sender', isText),
  receiptsSecret: optional(RECEIPTS_SECRET_EXPECTED, isReceiptsSecret),
};

/**
 * Sends by Infobip's SMS API v3. Infobip refuses a second message with the same id, so it gets the message's own.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createInfobipSender({
 *   baseUrl: 'https://example.api.infobip.com',
 *   apiKey: 'a key of the account',
 *   from: 'Acme',
 * });
 */
export function createInfobipSender(options: InfobipOptions): SmsSender {
  checkOptions('createInfobipSender', options, OPTIONS);
  const { baseUrl, apiKey, from, receiptsSecret } = options;
  const url = below(baseUrl, '/sms/3/messages');

  function webhooksOf({ id, statusCallback }: OutgoingSms): object | undefined {
    if (receiptsSecret === undefined || statusCallback === undefined) return undefined;
    const callbackData = infobipProof(receiptsSecret, id);
    return { delivery: { url: statusCallback }, callbackData };
  }

  return sendOver({
    provider: 'infobip',
    request: (message) =>
      jsonRequest(url, `App ${apiKey}`, {
        messages: [
          {
            sender: from,
            destinations: [{ to: message.to.slice(1), messageId: message.id }],
            content: { text: message.body.reveal() },
            options: {
              validityPeriod: {
                amount: Math.ceil(message.expiresInMs / 60_000),
                timeUnit: 'MINUTES',
              },
            },
            webhooks: webhooksOf(message),
          },
        ],
      }),
    read: readInfobip,
  });
}

/** The groups PENDING and DELIVERED of a status. */
const ACCEPTED: readonly unknown[] = [1, 3];
const REJECTED = 5;

/** A success has a status for each message, which may be a rejection. */
function readInfobip(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  if (status >= 300) return null;
  const message = at(json, 'messages', 0);
  const name = at(message, 'status', 'name');
  const group = at(message, 'status', 'groupId');
  // The same message was taken before.
  const isTaken = ACCEPTED.includes(group) || name === 'REJECTED_DUPLICATE_MESSAGE_ID';
  if (isTaken) return acceptedAs(at(message, 'messageId'));
  return group === REJECTED ? refusedAs(INFOBIP_CODES, name, { ...answer, status: 400 }) : null;
}
