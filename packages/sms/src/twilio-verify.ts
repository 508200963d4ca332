import type { SmsReceipt, SmsSender } from '@stepward/core';
import { checkOptions, isText, optional, required, type OptionRules } from '@stepward/core/adapter';
import { below } from './provider/base-url.js';
import { createHttpPost } from './provider/http-post.js';
import { formRequest, sendOver, type OutgoingSms } from './provider/send-over.js';
import {
  ACCOUNT_OPTIONS,
  basicOf,
  isSid,
  readTwilio,
  requireOne,
  type TwilioAccount,
} from './provider/twilio-account.js';

/** `baseUrl` is `https://verify.twilio.com` by default. */
export interface TwilioVerifyOptions extends TwilioAccount {
  /** `VA…`: a service with custom verification codes enabled. */
  readonly serviceSid: string;
  /** The 11 characters of an Android app, which Verify puts at the end of its message. */
  readonly appHash?: string;
}

const OPTIONS: OptionRules<TwilioVerifyOptions> = {
  ...ACCOUNT_OPTIONS,
  serviceSid: required('the SID of a Verify service, VA…', isSid('VA')),
  appHash: optional('the 11 characters of an Android app', isText),
};

/**
 * Sends by Twilio Verify, with the code that Stepward drew as the custom code. Verify writes the text by its own
 * templates, so the tenant's wording and the origin-bound line have no effect, and a message for one operation, which could
 * not name it, is refused. Codes that are typed in are reported as
 * approved, for Verify routes and detects fraud by that.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createTwilioVerifySender({
 *   accountSid: 'AC00000000000000000000000000000001',
 *   authToken: 'a token of the account',
 *   serviceSid: 'VA00000000000000000000000000000001',
 * });
 */
export function createTwilioVerifySender(options: TwilioVerifyOptions): Required<SmsSender> {
  checkOptions('createTwilioVerifySender', options, OPTIONS);
  requireOne('createTwilioVerifySender', options, 'authToken', 'apiKey');
  const { serviceSid, appHash, baseUrl = 'https://verify.twilio.com' } = options;
  const url = below(baseUrl, `/v2/Services/${serviceSid}/Verifications`);
  const authorization = basicOf(options);
  const post = createHttpPost();

  const request = ({ to, code, locale }: OutgoingSms) =>
    formRequest(url, authorization, {
      To: to,
      Channel: 'sms',
      CustomCode: code.reveal(),
      Locale: locale?.toLowerCase(),
      AppHash: appHash,
    });
  const sender = sendOver({ provider: 'twilio-verify', request, read: readTwilio }, post);

  return {
    async send(message, options) {
      return message.operation === undefined ? sender.send(message, options) : NOT_NAMED;
    },
    async reportVerified({ to }, { signal }) {
      // A number names its pending verification.
      const path = `${url}/${encodeURIComponent(to)}`;
      const approval = formRequest(path, authorization, { Status: 'approved' });
      const posted = await post(approval, signal);
      if (posted.type !== 'answered') throw new NotReported(posted.code);
      const { status } = posted.answer;
      // Another provider sent it, or Verify's ten minutes are over.
      if (status >= 300 && status !== 404) throw new NotReported(`http_${String(status)}`);
    },
  };
}

const NOT_NAMED: SmsReceipt = {
  status: 'refused',
  reason: 'blocked',
  notAsked: true,
  provider: 'twilio-verify',
  detail: 'operation',
};

/** Its name is what the log shows. */
class NotReported extends Error {
  constructor(code: string) {
    super(`Twilio Verify did not take the approval: ${code}`);
    this.name = `NotReported: ${code}`;
  }
}
