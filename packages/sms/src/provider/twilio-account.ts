import type { SmsReceipt } from '@stepward/core';
import { isObject, isText, optional, required, type OptionRules } from '@stepward/core/adapter';
import { acceptedAs, refusedAs, type SmsAnswer } from './answers.js';
import { baseUrlRule, type BaseUrlOption } from './base-url.js';
import { TWILIO_CODES } from './twilio-codes.js';
import { at } from './unchecked.js';

/** How Twilio knows you. */
export interface TwilioAccount extends BaseUrlOption {
  /** `AC…`. */
  readonly accountSid: string;
  /** The account's token; or an API key, which can be revoked by itself. */
  readonly authToken?: string;
  readonly apiKey?: { readonly sid: string; readonly secret: string };
}

export const ACCOUNT_OPTIONS: OptionRules<TwilioAccount> = {
  accountSid: required('the SID of an account, AC…', isSid('AC')),
  authToken: optional("the account's token", isText),
  apiKey: optional(
    'an object { sid, secret }',
    (value) => isObject(value) && ['sid', 'secret'].every((name) => isText(at(value, name))),
  ),
  baseUrl: baseUrlRule,
};

/** SIDs are parts of paths. */
export function isSid(prefix: string): (value: unknown) => boolean {
  const pattern = new RegExp(`^${prefix}[0-9A-Za-z]{1,64}$`);
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** @throws TypeError unless exactly one of two options is given. */
export function requireOne<Options extends object>(
  factory: string,
  options: Options,
  name: keyof Options & string,
  other: keyof Options & string,
): void {
  if ((options[name] === undefined) !== (options[other] === undefined)) return;
  throw new TypeError(`${factory}: ${name} is missing; it must be given, or ${other} in its place`);
}

/** The header `authorization`: Basic. */
export function basicOf({ accountSid, authToken = '', apiKey }: TwilioAccount): string {
  const { sid, secret } = apiKey ?? { sid: accountSid, secret: authToken };
  return `Basic ${Buffer.from(`${sid}:${secret}`).toString('base64')}`;
}

/** A message may be created and have failed already; 201 then has its code. */
export function readTwilio(answer: SmsAnswer): SmsReceipt | null {
  const { status, json } = answer;
  if (status >= 300) return refusedAs(TWILIO_CODES, at(json, 'code'), answer);
  const state = at(json, 'status');
  return state === 'failed' || state === 'canceled'
    ? refusedAs(TWILIO_CODES, at(json, 'error_code') ?? state, { ...answer, status: 400 })
    : acceptedAs(at(json, 'sid'));
}
