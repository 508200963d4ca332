import { err, ok, type Result } from 'neverthrow';

/** A plus sign, a country code that does not start with 0, 7 to 15 digits in all (ITU-T E.164). */
const E164 = /^\+[1-9][0-9]{6,14}$/;

/** The country calling codes of one and two digits (ITU-T E.164, list of assigned codes). All others have three. */
const SHORT_CODES = /^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/**
 * Calling codes of plans in which numbers of people start with 0: Italy and the Vatican, San Marino, Ivory Coast, Burkina
 * Faso, Benin, Gabon, Congo, Rwanda, Tajikistan (mobile and fixed-line patterns of libphonenumber 1.13). In all others
 * the 0 is a trunk prefix, which is not part of the number.
 */
const CODES_BEFORE_0: ReadonlySet<string> = new Set([
  '+39',
  '+378',
  '+225',
  '+226',
  '+229',
  '+241',
  '+242',
  '+250',
  '+992',
]);

/** A phone number in E.164 form, for example `+14155552671`. */
export type PhoneNumber = string & { readonly __brand: 'PhoneNumber' };

/** What a `PhoneCountry` returns in place of a country for a number that its numbering plan cannot have. */
export const IMPOSSIBLE = 'impossible';

/** The input is not a phone number in E.164 form. */
export interface PhoneInvalid {
  readonly code: 'phone_invalid';
}

/**
 * Accepts E.164 only, without spaces, hyphens and trunk prefix; `phone_invalid` otherwise. A second spelling of a number
 * would have budgets of its own.
 */
export function parsePhoneNumber(input: unknown): Result<PhoneNumber, PhoneInvalid> {
  return typeof input === 'string' && E164.test(input) && !hasTrunkPrefix(input)
    ? ok(input as PhoneNumber)
    : err({ code: 'phone_invalid' });
}

/** `+44` of `+447700900123`. */
export function callingCode(phone: string): string {
  return SHORT_CODES.exec(phone)?.[0] ?? phone.slice(0, 4);
}

function hasTrunkPrefix(phone: string): boolean {
  const code = callingCode(phone);
  return phone.charAt(code.length) === '0' && !CODES_BEFORE_0.has(code);
}
