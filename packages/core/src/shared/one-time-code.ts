import { err, ok, type Result } from 'neverthrow';
import { minutes } from './duration.js';
import { Redacted } from './keys/redacted.js';

/** Specification, "Limits": a one-time code has 6 decimal digits, leading zeros included. */
const DIGITS = 6;
const SIX_ASCII_DIGITS = /^[0-9]{6}$/;

/** The longest lifetime of a code for enrolment or phone verification: 15 minutes. */
export const LONGEST_LIFETIME_MS = minutes(15);

/** Six decimal digits, always a string, redacted in logs and JSON. */
export type OneTimeCode = Redacted<string>;

/** The code is not a string of exactly six ASCII digits. No attempt was spent. */
export interface CodeMalformed {
  readonly code: 'code_malformed';
}

/** How many different codes there are; draw a uniform integer below this for {@link toOneTimeCode}. */
export const ONE_TIME_CODE_COUNT = 10 ** DIGITS;

/** Returns the code for a number: `42` → `000042`. */
export function toOneTimeCode(drawn: number): OneTimeCode {
  return new Redacted(String(drawn).padStart(DIGITS, '0'));
}

/** Parses a typed code. A number is refused, because JSON numbers lose leading zeros. */
export function parseOneTimeCode(code: unknown): Result<OneTimeCode, CodeMalformed> {
  return typeof code === 'string' && SIX_ASCII_DIGITS.test(code)
    ? ok(new Redacted(code))
    : err({ code: 'code_malformed' });
}
