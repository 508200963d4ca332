import type { Result } from 'neverthrow';
import { parseBase32Code, printBase32Code, type Base32Code } from '../../shared/base32-code.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';

/** The codes of one set. */
export const RECOVERY_CODES = 10;

/** The characters of a code: 50 bits. */
export const RECOVERY_CODE_LENGTH = 10;

/** Formats a recovery code for people: `XXXXX-XXXXX`. */
export function printRecoveryCode(code: Base32Code): string {
  return printBase32Code(code, RECOVERY_CODE_LENGTH / 2);
}

/** Reads a recovery code that a caller typed. */
export function parseRecoveryCode(input: unknown): Result<Base32Code, CodeMalformed> {
  return parseBase32Code(input, RECOVERY_CODE_LENGTH);
}
