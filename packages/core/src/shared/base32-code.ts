import { err, ok, type Result } from 'neverthrow';
import { Redacted } from './keys/redacted.js';
import type { CodeMalformed } from './one-time-code.js';

/** Crockford's base32: no I, L, O or U, which are misread or spell words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = /^[0-9A-HJKMNP-TV-Z]+$/;
const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** The characters of a new code: 80 bits. */
export const BASE32_CODE_LENGTH = 16;

/** A code of 5 bits a character, in the form that is hashed: upper case, without hyphens. */
export type Base32Code = Redacted<string>;

/** Creates a code from random bytes, one character from each. */
export function toBase32Code(bytes: Uint8Array): Base32Code {
  return new Redacted(Array.from(bytes, (byte) => ALPHABET.charAt(byte % 32)).join(''));
}

/** Formats a code for people, in groups of four: `XXXX-XXXX-XXXX-XXXX`. */
export function printBase32Code(code: Base32Code): string {
  return code.reveal().replaceAll(/.{4}(?=.)/g, '$&-');
}

/**
 * Reads a code of `length` characters as a caller typed it, in any case, with any hyphens and spaces; O is read as 0, I
 * and L as 1.
 */
export function parseBase32Code(
  input: unknown,
  length = BASE32_CODE_LENGTH,
): Result<Base32Code, CodeMalformed> {
  if (typeof input !== 'string' || input.length > 64) return err({ code: 'code_malformed' });
  const typed = input.replaceAll(/[\s-]/g, '').toUpperCase();
  const code = typed.replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter);
  return code.length === length && CODE.test(code)
    ? ok(new Redacted(code))
    : err({ code: 'code_malformed' });
}
