import type { SmsSender } from '@stepward/core';
import { checkOptions, isText, optional, type OptionRules } from '@stepward/core/adapter';
import { below } from './provider/base-url.js';
import { formRequest, sendOver } from './provider/send-over.js';
import {
  ACCOUNT_OPTIONS,
  basicOf,
  isSid,
  readTwilio,
  requireOne,
  type TwilioAccount,
} from './provider/twilio-account.js';

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
  requireOne('createTwilioSender', options, 'authToken', 'apiKey');
  requireOne('createTwilioSender', options, 'from', 'messagingServiceSid');
  const { accountSid, from, messagingServiceSid, baseUrl = 'https://api.twilio.com' } = options;
  const url = below(baseUrl, `/2010-04-01/Accounts/${accountSid}/Messages.json`);
  const authorization = basicOf(options);

  return sendOver({
    provider: 'twilio',
    request: ({ to, body, expiresInMs, attempt, statusCallback }) =>
      formRequest(url, authorization, {
        To: to,
        From: from,
        MessagingServiceSid: messagingServiceSid,
        Body: body.reveal(),
        ValidityPeriod: String(Math.ceil(expiresInMs / 1_000)),
        Attempt: String(attempt),
        StatusCallback: statusCallback,
      }),
    read: readTwilio,
  });
}
