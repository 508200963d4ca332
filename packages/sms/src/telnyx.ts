import type { SmsReceipt, SmsSender } from '@stepward/core';
import { checkOptions, isText, optional, required, type OptionRules } from '@stepward/core/adapter';
import { acceptedAs, refusedAs, type SmsAnswer } from './provider/answers.js';
import { baseUrlRule, below, type BaseUrlOption } from './provider/base-url.js';
import { jsonRequest, sendOver } from './provider/send-over.js';
import { TELNYX_CODES } from './provider/telnyx-codes.js';
import { at } from './provider/unchecked.js';

/** `baseUrl` is `https://api.telnyx.com` by default. */
export interface TelnyxOptions extends BaseUrlOption {
  readonly apiKey: string;
  /** A number of yours in E.164, a short code, or an alphanumeric sender. */
  readonly from: string;
  /** The profile that an alphanumeric sender needs. */
  readonly messagingProfileId?: string;
}

const OPTIONS: OptionRules<TelnyxOptions> = {
  apiKey: required('an API key', isText),
  from: required('a number, a short code or an alphanumeric sender', isText),
  messagingProfileId: optional('the id of a messaging profile', isText),
  baseUrl: baseUrlRule,
};

/**
 * Sends by Telnyx's Messaging API v2. Telnyx has no idempotency key for messages, and no time after which a message is
 * dropped.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createTelnyxSender({ apiKey: 'a key of the account', from: '+15005550006' });
 */
export function createTelnyxSender(options: TelnyxOptions): SmsSender {
  checkOptions('createTelnyxSender', options, OPTIONS);
  const { apiKey, from, messagingProfileId, baseUrl = 'https://api.telnyx.com' } = options;
  const url = below(baseUrl, '/v2/messages');

  return sendOver({
    provider: 'telnyx',
    request: ({ to, body, statusCallback }) =>
      jsonRequest(url, `Bearer ${apiKey}`, {
        from,
        messaging_profile_id: messagingProfileId,
        to,
        text: body.reveal(),
        type: 'SMS',
        ...(statusCallback && { webhook_url: statusCallback, use_profile_webhooks: false }),
      }),
    read: readTelnyx,
  });
}

function readTelnyx(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  if (status < 300) return acceptedAs(at(json, 'data', 'id'));
  const error = at(json, 'errors', 0);
  // The same codes serve for the sender's number.
  const isOfSender = String(at(error, 'source', 'pointer')).startsWith('/from');
  return refusedAs(isOfSender ? {} : TELNYX_CODES, at(error, 'code'), answer);
}
