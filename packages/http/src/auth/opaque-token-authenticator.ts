import type { AssuranceLevel } from '@stepward/core';
import type { RequestHead } from '../http-types.js';
import { hasTokenLength, type AccessTokenAuthenticator } from './access-tokens.js';
import { refusedToken } from './refused-token.js';
import { makeUserPrincipal } from './user-principal.js';

/** What the host knows about a token of its own. */
export interface TokenClaims {
  /** A text that `isTenantId` of `@stepward/core` accepts. */
  readonly tenantId: string;
  /** 1 to 255 characters, no control characters; so is `sessionId`. */
  readonly identityId: string;
  readonly sessionId?: string | null;
  /** Left out, or null: the host does not track assurance, and no step-up is asked for. */
  readonly assurance?: AssuranceLevel | null;
  /** None by default. */
  readonly scopes?: readonly string[];
}

/**
 * Authenticates tokens that only the host can read: a session store, RFC 7662 introspection.
 *
 * `lookup` answers null for a token that is unknown, expired or revoked, and throws where it could not
 * find out (`AuthenticationUnavailable` for 503, anything else for 500). Tokens above 8 KiB never
 * reach it. Claims that break the rules of {@link TokenClaims} make the token invalid.
 *
 * @throws TypeError where `lookup` is not a function.
 */
export function createOpaqueTokenAuthenticator(
  lookup: (token: string, request: RequestHead) => Promise<TokenClaims | null>,
): AccessTokenAuthenticator {
  if (typeof lookup !== 'function') {
    throw new TypeError(
      'createOpaqueTokenAuthenticator: lookup must be a function from a token to its claims, or null',
    );
  }
  return {
    async authenticate(token, request) {
      if (!hasTokenLength(token)) return refusedToken('length');
      const claims = await lookup(token, request);
      return claims ? makeUserPrincipal(claims) : refusedToken('unknown');
    },
  };
}
