import { err, ok, type Result } from 'neverthrow';
import { Redacted } from '../../shared/keys/redacted.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';

/** The codes of one set. */
export const RECOVERY_CODES = 10;

/** The characters of a code: 50 bits. */
export const RECOVERY_CODE_LENGTH = 10;

/** Crockford's base32: no I, L, O or U, which are misread or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]{10}$/;
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** A code in the form that is hashed: upper case, without the hyphen. */
export type RecoveryCode = Redacted<string>;

/** Creates a code from 10 random bytes, one character from each. */
export function toRecoveryCode(bytes: Uint8Array): RecoveryCode {
  return new Redacted(Array.from(bytes, (byte) => ALPHABET.charAt(byte % 32)).join(''));
}

/** Formats a code for people: `XXXXX-XXXXX`. */
export function printRecoveryCode(code: RecoveryCode): string {
  const half = RECOVERY_CODE_LENGTH / 2;
  return `${code.reveal().slice(0, half)}-${code.reveal().slice(half)}`;
}

/** Reads what a caller typed, in any case, with any hyphens and spaces; O is read as 0, I and L as 1. */
export function parseRecoveryCode(input: unknown): Result<RecoveryCode, CodeMalformed> {
  if (typeof input !== 'string' || input.length > 64) return err({ code: 'code_malformed' });
  const typed = input.replaceAll(/[\s-]/g, '').toUpperCase();
  const code = typed.replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
  return CODE.test(code) ? ok(new Redacted(code)) : err({ code: 'code_malformed' });
}
