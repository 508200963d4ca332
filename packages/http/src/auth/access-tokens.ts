import type { RequestHead } from '../http-types.js';
import type { RefusedToken } from './refused-token.js';
import type { UserPrincipal } from './principals.js';

/**
 * Resolves an access token to its principal. `createJwtAuthenticator` and `createOpaqueTokenAuthenticator`
 * make one.
 */
export interface AccessTokenAuthenticator {
  /**
   * The principal of a valid token; else why the token is not valid, which is answered with 401 and logged
   * at `debug`. A throw means that the token could not be checked: `AuthenticationUnavailable` is answered with 503, any
   * other with 500, and both are logged.
   */
  authenticate(token: string, request: RequestHead): Promise<UserPrincipal | RefusedToken>;
}

/** The maximum length of a token: 8 KiB. */
const MAX_TOKEN_LENGTH = 8 * 1024;

/** Whether a token is within the maximum length. */
export function hasTokenLength(token: string): boolean {
  return token.length >= 1 && token.length <= MAX_TOKEN_LENGTH;
}

/**
 * Thrown by an authenticator, or by a host's lookup, if it cannot determine whether a token is valid because a
 * dependency, such as a key server or a session store, is unavailable. Answered with 503 `authentication_unavailable`
 * and logged with its message and causes, which hold no credential.
 */
export class AuthenticationUnavailable extends Error {
  override readonly name = 'AuthenticationUnavailable';
}
