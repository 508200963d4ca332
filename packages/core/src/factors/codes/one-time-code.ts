import { err, ok, type Result } from 'neverthrow';
import { Redacted } from '../../shared/redacted.js';

/** Specification, "Limits": a one-time code has 6 decimal digits, leading zeros included. */
const DIGITS = 6;
const SIX_ASCII_DIGITS = /^[0-9]{6}$/;

/** Six decimal digits, always text, never shown by logs or JSON. */
export type OneTimeCode = Redacted<string>;

/** The code is not a text of exactly six ASCII digits. Costs no attempt. */
export interface CodeMalformed {
  readonly code: 'code_malformed';
}

/** How many different codes there are; draw a uniform integer below this for {@link toOneTimeCode}. */
export const ONE_TIME_CODE_COUNT = 10 ** DIGITS;

/** The code for a drawn number: `42` → `000042`. */
export function toOneTimeCode(drawn: number): OneTimeCode {
  return new Redacted(String(drawn).padStart(DIGITS, '0'));
}

/** Reads what a caller typed. A number is refused: JSON numbers lose leading zeros. */
export function parseOneTimeCode(code: unknown): Result<OneTimeCode, CodeMalformed> {
  return typeof code === 'string' && SIX_ASCII_DIGITS.test(code)
    ? ok(new Redacted(code))
    : err({ code: 'code_malformed' });
}
