import { isTenantId, type AssuranceLevel } from '@stepward/core';
import { isId } from '../id.js';
import { refusedToken, type RefusedToken } from './refused-token.js';

/** Only this file can name the key, so only {@link makeUserPrincipal} can make a principal. */
const authenticated: unique symbol = Symbol('authenticated');

/** The end user of a valid access token. Only authenticators can create it. */
export interface UserPrincipal {
  readonly [authenticated]: true;
  readonly tenantId: string;
  readonly identityId: string;
  /** The session that the token belongs to; null where the token names none. */
  readonly sessionId: string | null;
  /** The session's assurance; null where the host does not track it. */
  readonly assurance: AssuranceLevel | null;
  /** When the user last authenticated; null where the token does not say. */
  readonly authenticatedAt: Date | null;
  readonly scopes: readonly string[];
}

/** The claims of a token about its bearer, unvalidated. */
export interface UncheckedClaims {
  readonly tenantId: unknown;
  readonly identityId: unknown;
  readonly sessionId?: unknown;
  readonly assurance?: unknown;
  readonly authenticatedAt?: unknown;
  readonly scopes?: unknown;
}

/** Returns a principal if every claim has its type, otherwise a refusal; null and undefined both mean "not given". */
export function makeUserPrincipal(claims: UncheckedClaims): UserPrincipal | RefusedToken {
  const { tenantId, identityId } = claims;
  const sessionId = claims.sessionId ?? null;
  const assurance = claims.assurance ?? null;
  const authenticatedAt = claims.authenticatedAt ?? null;
  const scopes = claims.scopes ?? [];
  const isValid =
    typeof tenantId === 'string' &&
    isTenantId(tenantId) &&
    isId(identityId) &&
    (sessionId === null || isId(sessionId)) &&
    (assurance === null || assurance === 'aal1' || assurance === 'aal2') &&
    (authenticatedAt === null || isMoment(authenticatedAt)) &&
    isListOfTexts(scopes);
  if (!isValid) return refusedToken('claims');
  return {
    [authenticated]: true,
    tenantId,
    identityId,
    sessionId,
    assurance,
    authenticatedAt,
    scopes,
  };
}

function isMoment(value: unknown): value is Date {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function isListOfTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
