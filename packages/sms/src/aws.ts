import { systemClock, type Clock, type SmsReceipt, type SmsSender } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isFunction,
  isObject,
  isText,
  optional,
  required,
  type OptionRules,
} from '@stepward/core/adapter';
import { acceptedAs, refusedAs, type RefusalCodes, type SmsAnswer } from './provider/answers.js';
import { baseUrlRule, below, type BaseUrlOption } from './provider/base-url.js';
import { withAwsSignature, type AwsCredentials } from './provider/aws-signature.js';
import { sendOver } from './provider/send-over.js';
import { at } from './provider/unchecked.js';

export type { AwsCredentials } from './provider/aws-signature.js';

/** `baseUrl` is `https://sms-voice.{region}.amazonaws.com` by default. */
export interface AwsOptions extends BaseUrlOption {
  /** For example `eu-central-1`. */
  readonly region: string;
  /** A function is asked for each message, for keys that change. */
  readonly credentials: AwsCredentials | (() => Promise<AwsCredentials>);
  /** A number, a sender id, a pool, or the ARN of one. AWS chooses among yours by default. */
  readonly originationIdentity?: string;
  /** Events of delivery go where this set says; AWS calls no URL. */
  readonly configurationSetName?: string;
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<AwsOptions> = {
  region: required(
    'an AWS region, for example eu-central-1',
    (value) => typeof value === 'string' && /^[a-z0-9-]{1,32}$/.test(value),
  ),
  credentials: required(
    'an object { accessKeyId, secretAccessKey }, or a function that resolves to one',
    (value) =>
      isFunction(value) ||
      (isObject(value) && isText(at(value, 'accessKeyId')) && isText(at(value, 'secretAccessKey'))),
  ),
  originationIdentity: optional('a number, a sender id, a pool or an ARN', isText),
  configurationSetName: optional('the name of a configuration set', isText),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  baseUrl: baseUrlRule,
};

/**
 * Sends by AWS End User Messaging SMS (`SendTextMessage` of pinpoint-sms-voice-v2), signed with Signature Version 4.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createAwsSender({
 *   region: 'eu-central-1',
 *   credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'the secret of that key' },
 *   originationIdentity: '+15005550006',
 * });
 */
export function createAwsSender(options: AwsOptions): SmsSender {
  checkOptions('createAwsSender', options, OPTIONS);
  const { region, credentials, originationIdentity, configurationSetName } = options;
  const { clock = systemClock, baseUrl = `https://sms-voice.${region}.amazonaws.com` } = options;
  const url = below(baseUrl, '/');

  return sendOver({
    provider: 'aws',
    async request({ to, body, expiresInMs }) {
      const keys = typeof credentials === 'function' ? await credentials() : credentials;
      const unsigned = {
        url,
        headers: {
          'content-type': 'application/x-amz-json-1.0',
          'x-amz-target': 'PinpointSMSVoiceV2.SendTextMessage',
        },
        body: JSON.stringify({
          DestinationPhoneNumber: to,
          MessageBody: body.reveal(),
          MessageType: 'TRANSACTIONAL',
          TimeToLive: Math.ceil(expiresInMs / 1_000),
          OriginationIdentity: originationIdentity,
          ConfigurationSetName: configurationSetName,
        }),
      };
      return withAwsSignature(unsigned, { ...keys, region, service: 'sms-voice' }, clock.now());
    },
    read: readAws,
  });
}

/** By the exception's reason, or where it has none by its name. */
const CODES: RefusalCodes = {
  ThrottlingException: 'rate_limited',
  COUNTRY_CODE_MISMATCH: 'invalid_number',
  DESTINATION_COUNTRY_BLOCKED: 'blocked',
  PRICE_OVER_THRESHOLD: 'blocked',
  DESTINATION_COUNTRY_BLOCKED_BY_PROTECT_CONFIGURATION: 'blocked',
  DESTINATION_PHONE_NUMBER_BLOCKED_BY_PROTECT_NUMBER_OVERRIDE: 'blocked',
  DESTINATION_PHONE_NUMBER_OPTED_OUT: 'unsubscribed',
};

function readAws(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  if (status < 300) return acceptedAs(at(json, 'MessageId'));
  const reason = at(json, 'Reason');
  if (
    reason === 'INVALID_PARAMETER' &&
    /destinationPhoneNumber/i.test(String(at(json, 'Fields', 0, 'Name')))
  ) {
    return { status: 'refused', reason: 'invalid_number', detail: reason };
  }
  const name = at(json, '__type');
  const code = reason ?? (typeof name === 'string' ? name.replace(/^.*#/, '') : null);
  return refusedAs(CODES, code, answer);
}
