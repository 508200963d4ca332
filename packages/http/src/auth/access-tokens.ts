import type { UserPrincipal } from './user-principal.js';

/**
 * Tells whom an access token speaks for. `createJwtAuthenticator` and `createOpaqueTokenAuthenticator`
 * make one.
 */
export interface AccessTokenAuthenticator {
  /**
   * The principal of a valid token; null where the token is not valid, which is answered with 401.
   * A throw means that nobody could tell (a key server is down), and is answered with 500.
   */
  authenticate(token: string): Promise<UserPrincipal | null>;
}

/** Characters of the longest token that is looked at: 8 KiB. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Whether a token is short enough to be looked at. */
export function hasTokenLength(token: string): boolean {
  return token.length >= 1 && token.length <= MAX_TOKEN_LENGTH;
}
