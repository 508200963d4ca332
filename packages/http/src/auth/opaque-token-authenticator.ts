import type { AssuranceLevel } from '@stepward/core';
import type { RequestHead } from '../http-types.js';
import { hasTokenLength, type AccessTokenAuthenticator } from './access-tokens.js';
import { refusedToken } from './refused-token.js';
import { isWrongClaim, makeUserPrincipal, type WrongClaim } from './principals.js';

/** The host's data about one of its tokens. */
export interface TokenClaims {
  /** A text that `isTenantId` of `@stepward/core` accepts. */
  readonly tenantId: string;
  /** 1 to 255 characters, no control characters; so is `sessionId`. */
  readonly identityId: string;
  readonly sessionId?: string | null;
  /** Omitted or null if the host does not track assurance; no step-up is then required. */
  readonly assurance?: AssuranceLevel | null;
  /**
   * Whether the session was proven by a factor that resists phishing, as `isPhishingResistant` of `@stepward/core` says of
   * its `amr`; omitted or null for no.
   */
  readonly phishingResistant?: boolean | null;
  /** When the user last authenticated; omitted or null if the host does not know. */
  readonly authenticatedAt?: Date | null;
  /** None by default. */
  readonly scopes?: readonly string[];
}

/**
 * Authenticates tokens that only the host can read: a session store, RFC 7662 introspection.
 *
 * `lookup` returns null for a token that is unknown, expired or revoked, and throws if it cannot determine that
 * (`AuthenticationUnavailable` for 503, anything else for 500). Tokens above 8 KiB never reach it. Claims that break
 * the rules of {@link TokenClaims} are a mistake of the host: 500, and the log names the wrong one.
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
      if (!claims) return refusedToken('unknown');
      const made = makeUserPrincipal(claims);
      if (isWrongClaim(made)) throw wrongAnswer(made, claims);
      return made;
    },
  };
}

/** Names the properties of the answer, never their values. */
function wrongAnswer({ wrong, expected }: WrongClaim, claims: object): TypeError {
  return new TypeError(
    `createOpaqueTokenAuthenticator: lookup must return null or claims whose ${wrong} is ${expected}; it returned the properties ${Object.keys(claims).join(', ')}`,
  );
}
