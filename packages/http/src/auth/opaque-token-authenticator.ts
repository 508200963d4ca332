import type { AssuranceLevel } from '@stepward/core';
import { hasTokenLength, type AccessTokenAuthenticator } from './access-tokens.js';
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
 * find out. Tokens above 8 KiB never reach it. Claims that break the rules of {@link TokenClaims} make
 * the token invalid.
 */
export function createOpaqueTokenAuthenticator(
  lookup: (token: string) => Promise<TokenClaims | null>,
): AccessTokenAuthenticator {
  return {
    async authenticate(token) {
      if (!hasTokenLength(token)) return null;
      const claims = await lookup(token);
      return claims && makeUserPrincipal(claims);
    },
  };
}
