import { err, ok, type Result } from 'neverthrow';

/** A plus sign, a country code that does not start with 0, 7 to 15 digits in all (ITU-T E.164). */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** A phone number in E.164 form, for example `+14155552671`. */
export type PhoneNumber = string & { readonly __brand: 'PhoneNumber' };

/** The input is not a phone number in E.164 form. */
export interface PhoneInvalid {
  readonly code: 'phone_invalid';
}

/** Accepts E.164 only, without spaces and hyphens; `phone_invalid` otherwise. */
export function parsePhoneNumber(input: unknown): Result<PhoneNumber, PhoneInvalid> {
  return typeof input === 'string' && E164.test(input)
    ? ok(input as PhoneNumber)
    : err({ code: 'phone_invalid' });
}
