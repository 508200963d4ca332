import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
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
import { VONAGE_CODES } from './provider/vonage-codes.js';

/** `baseUrl` is `https://api.nexmo.com` by default; a region is `https://api-eu.nexmo.com`. */
export interface VonageOptions extends BaseUrlOption {
  /** Of an application with the Messages capability. */
  readonly applicationId: string;
  /** The application's RSA key as PEM. */
  readonly privateKey: string;
  /** A number of yours, or an alphanumeric sender. */
  readonly from: string;
  readonly clock?: Clock;
}

const OPTIONS: OptionRules<VonageOptions> = {
  applicationId: required('the id of an application', isText),
  privateKey: required(
    'an RSA private key as PEM',
    (value) => isText(value) && rsaKeyOf(value as string) !== null,
  ),
  from: required('a number or an alphanumeric sender', isText),
  clock: optional('a clock with now and timeout', hasMethods('now', 'timeout')),
  baseUrl: baseUrlRule,
};

/**
 * Sends by Vonage's Messages API v1. Each request is signed by itself, with a JWT that is valid for a minute.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
 * const smsSender = createVonageSender({
 *   applicationId: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
 *   privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
 *   from: 'Acme',
 * });
 */
export function createVonageSender(options: VonageOptions): SmsSender {
  checkOptions('createVonageSender', options, OPTIONS);
  const { applicationId, from, clock = systemClock, baseUrl = 'https://api.nexmo.com' } = options;
  const key = rsaKeyOf(options.privateKey) as KeyObject;
  const url = below(baseUrl, '/v1/messages');

  return sendOver({
    provider: 'vonage',
    request: ({ id, to, body, expiresInMs, statusCallback }) => {
      const token = jwtOf(key, { application_id: applicationId, jti: id }, clock.now());
      return jsonRequest(url, `Bearer ${token}`, {
        message_type: 'text',
        channel: 'sms',
        from: withoutPlus(from),
        to: withoutPlus(to),
        text: body.reveal(),
        client_ref: id,
        ttl: Math.ceil(expiresInMs / 1_000),
        webhook_url: statusCallback,
      });
    },
    read: readVonage,
  });
}

function readVonage(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  if (status < 300) return acceptedAs(at(json, 'message_uuid'));
  const type = at(json, 'type');
  // The code is the fragment.
  return refusedAs(
    VONAGE_CODES,
    typeof type === 'string' ? /#(\w+)$/.exec(type)?.[1] : null,
    answer,
  );
}

/** RS256 (RFC 7519), by node:crypto. */
function jwtOf(key: KeyObject, claims: object, now: Date): string {
  const iat = Math.floor(now.getTime() / 1_000);
  const signed = [
    { alg: 'RS256', typ: 'JWT' },
    { ...claims, iat, exp: iat + 60 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

function rsaKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}

/** Vonage writes numbers as digits alone. */
function withoutPlus(number: string): string {
  return number.replace(/^\+(?=[0-9]+$)/, '');
}
