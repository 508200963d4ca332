import { err, ok, type Result } from 'neverthrow';

/** The name must be 1 to 64 characters, all of them visible or spaces. */
export interface NameMalformed {
  readonly code: 'name_malformed';
}

/**
 * Names appear in lists and messages, so none may hide a character or turn the text around it: no control characters, lone
 * surrogates or line separators, and nothing that is invisible, such as bidirectional overrides. Length is in Unicode code
 * points.
 */
const NAME = /^(?!\s*$)[^\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]{1,64}$/u;

/**
 * Reads the name that a person gives an authenticator; the input is unchecked.
 *
 * @example
 * readAuthenticatorName('Work phone').isOk(); // true
 */
export function readAuthenticatorName(input: unknown): Result<string, NameMalformed> {
  return typeof input === 'string' && NAME.test(input)
    ? ok(input)
    : err({ code: 'name_malformed' });
}
