import type { Result } from 'neverthrow';
import type { Stretch } from '../../shared/keys/stretch.js';
import { BASE32_CODE_LENGTH, parseBase32Code, type Base32Code } from '../../shared/base32-code.js';
import { Redacted } from '../../shared/keys/redacted.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';

/** The codes of one set. */
export const RECOVERY_CODES = 10;

/** The characters of a code of the earlier form: 50 bits, without a salt. */
const EARLIER_LENGTH = 10;

/** Reads a recovery code that a caller typed, of 16 characters or of the earlier form. */
export function parseRecoveryCode(input: unknown): Result<Base32Code, CodeMalformed> {
  return parseBase32Code(input).orElse(() => parseBase32Code(input, EARLIER_LENGTH));
}

/** A code in the form in which a set stores its digest. */
export interface StretchedCode {
  /** The salt of the set, in base64url; null for a code of the earlier form, which is not stretched. */
  readonly salt: string | null;
  readonly secret: Redacted<string>;
}

/**
 * Returns a code in the form of a set with that salt. A code of the other form matches nothing there, so it is not
 * stretched.
 *
 * @param salt from `saltOf`
 */
export async function stretchCode(
  stretch: Stretch,
  code: Base32Code,
  salt: string | null,
): Promise<StretchedCode> {
  const text = code.reveal();
  if (salt === null || text.length !== BASE32_CODE_LENGTH) return { salt: null, secret: code };
  const key = await stretch(text, Buffer.from(salt, 'base64url'));
  return { salt, secret: new Redacted(Buffer.from(key).toString('base64url')) };
}
