import { systemClock, type Clock, type SmsReceipt, type SmsSender } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isText,
  optional,
  required,
  type OptionRules,
} from '@stepward/core/adapter';
import { acceptedAs, refusedAs, type SmsAnswer } from './provider/answers.js';
import { baseUrlRule, below, type BaseUrlOption } from './provider/base-url.js';
import { jsonRequest, sendOver } from './provider/send-over.js';
import { at } from './provider/unchecked.js';

/** `baseUrl` is `https://{region}.sms.api.sinch.com` by default. */
export interface SinchOptions extends BaseUrlOption {
  /** Of the service plan: `us`, `eu`, `au`, `br` or `ca`. */
  readonly region: string;
  readonly servicePlanId: string;
  readonly apiToken: string;
  /** A number of yours, a short code, or an alphanumeric sender. */
  readonly from: string;
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<SinchOptions> = {
  region: required('a region of Sinch, for example eu', matches(/^[a-z]{2,16}$/)),
  servicePlanId: required('the id of a service plan', matches(/^[A-Za-z0-9_-]{1,64}$/)),
  apiToken: required('an API token', isText),
  from: required('a number, a short code or an alphanumeric sender', isText),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  baseUrl: baseUrlRule,
};

/**
 * Sends by Sinch's SMS REST API v1, each message as a batch of one. Sinch has no idempotency key for batches.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createSinchSender({
 *   region: 'eu',
 *   servicePlanId: '4f1c0a7b2d3e4f5a8b9c0d1e2f3a4b5c',
 *   apiToken: 'a token of that plan',
 *   from: '+15005550006',
 * });
 */
export function createSinchSender(options: SinchOptions): SmsSender {
  checkOptions('createSinchSender', options, OPTIONS);
  const { region, servicePlanId, apiToken, from, clock = systemClock } = options;
  const { baseUrl = `https://${region}.sms.api.sinch.com` } = options;
  const url = below(baseUrl, `/xms/v1/${servicePlanId}/batches`);

  return sendOver({
    provider: 'sinch',
    request: ({ to, body, expiresInMs, statusCallback }) =>
      jsonRequest(url, `Bearer ${apiToken}`, {
        from,
        to: [to],
        body: body.reveal(),
        expire_at: new Date(clock.now().getTime() + expiresInMs).toISOString(),
        ...(statusCallback && { delivery_report: 'per_recipient', callback_url: statusCallback }),
      }),
    read: readSinch,
  });
}

/** Its codes never say which number is wrong, so each is an operator's matter. */
function readSinch(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  return status < 300 ? acceptedAs(at(json, 'id')) : refusedAs({}, at(json, 'code'), answer);
}

function matches(pattern: RegExp): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && pattern.test(value);
}
