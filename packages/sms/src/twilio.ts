import type { SmsSender } from '@stepward/core';
import { checkOptions, isText, optional, type OptionRules } from '@stepward/core/adapter';
import { below } from './base-url.js';
import { sendOver } from './http.js';
import { createHttpPost } from './http-post.js';
import {
  ACCOUNT_OPTIONS,
  headersOf,
  isSid,
  readTwilio,
  requireCredential,
  type TwilioAccount,
} from './twilio-account.js';

/** `baseUrl` is `https://api.twilio.com` by default; a region is `https://api.{edge}.{region}.twilio.com`. */
export interface TwilioOptions extends TwilioAccount {
  /** A number of yours in E.164, a short code or an alphanumeric sender; or a messaging service that has senders. */
  readonly from?: string;
  /** `MG…`. */
  readonly messagingServiceSid?: string;
}

const OPTIONS: OptionRules<TwilioOptions> = {
  ...ACCOUNT_OPTIONS,
  from: optional('a number, a short code or an alphanumeric sender', isText),
  messagingServiceSid: optional('the SID of a messaging service, MG…', isSid('MG')),
};

/**
 * Sends by Twilio's Messages resource. Twilio has no idempotency key. A message that is still queued when its code
 * expires is dropped.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createTwilioSender({
 *   accountSid: 'AC00000000000000000000000000000001',
 *   authToken: 'a token of the account',
 *   from: '+15005550006',
 * });
 */
export function createTwilioSender(options: TwilioOptions): SmsSender {
  checkOptions('createTwilioSender', options, OPTIONS);
  requireCredential('createTwilioSender', options);
  const { accountSid, from, messagingServiceSid, baseUrl = 'https://api.twilio.com' } = options;
  if ((from === undefined) === (messagingServiceSid === undefined)) {
    throw new TypeError(
      'createTwilioSender: from is missing; it must be given, or messagingServiceSid in its place',
    );
  }
  const url = below(baseUrl, `/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const headers = headersOf(options);

  return sendOver(createHttpPost(), {
    provider: 'twilio',
    request: ({ to, body, expiresInMs, attempt, statusCallback }) => ({
      url,
      headers,
      body: new URLSearchParams({
        To: to,
        ...(from === undefined ? {} : { From: from }),
        ...(messagingServiceSid === undefined ? {} : { MessagingServiceSid: messagingServiceSid }),
        Body: body.reveal(),
        ValidityPeriod: String(Math.ceil(expiresInMs / 1_000)),
        Attempt: String(attempt),
        ...(statusCallback === undefined ? {} : { StatusCallback: statusCallback }),
      }).toString(),
    }),
    read: readTwilio,
  });
}
