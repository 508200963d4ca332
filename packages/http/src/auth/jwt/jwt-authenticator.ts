import { hasTokenLength, type AccessTokenAuthenticator } from '../access-tokens.js';
import { checkJwtOptions, type JwtAuthenticatorOptions } from './jwt-options.js';
import type { JwtVerifier } from './jwt-verifier.js';
import { refusedToken } from '../refused-token.js';

/**
 * Authenticates JSON Web Tokens by the issuer's public keys. A token is valid where its signature, `iss`,
 * `aud`, `exp` (required) and `nbf` hold and its claims have their types; tokens above 8 KiB are not read.
 * A key set that cannot be fetched makes `authenticate` throw `AuthenticationUnavailable`.
 *
 * @throws TypeError where an option is missing, misspelt or out of its bounds.
 */
export function createJwtAuthenticator(options: JwtAuthenticatorOptions): AccessTokenAuthenticator {
  checkJwtOptions(options);
  let verifier: Promise<JwtVerifier> | null = null;

  /** A host with opaque tokens never loads jose. */
  async function load(): Promise<JwtVerifier> {
    const { createJwtVerifier } = await import('./jwt-verifier.js');
    return createJwtVerifier(options);
  }

  return {
    async authenticate(token) {
      if (!hasTokenLength(token)) return refusedToken('length');
      verifier ??= load();
      return (await verifier)(token);
    },
  };
}
