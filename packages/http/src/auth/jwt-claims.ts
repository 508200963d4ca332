import type { AssuranceLevel } from '@stepward/core';
import type { UncheckedClaims } from './user-principal.js';

/** The claims of a token whose signature, issuer, audience and times are valid. */
export type JwtPayload = Readonly<Record<string, unknown>>;

/** The names of the claims. */
export interface JwtClaimNames {
  /** Default `tenant_id`. */
  readonly tenant?: string;
  /** Default `sub`. */
  readonly identity?: string;
  /** Default `sid`; a token without it has no session. */
  readonly session?: string;
  /**
   * Default `acr` (RFC 9470 section 6). `aal1` and `aal2` are taken as they are, any other string counts as `aal1`;
   * without the claim the assurance is not tracked. A function reads other vocabularies.
   */
  readonly assurance?: string | ((payload: JwtPayload) => AssuranceLevel | null);
  /** Default `auth_time` (OpenID Connect Core section 2): seconds since 1970. */
  readonly authenticationTime?: string;
  /** Default `scope`, or `scp` if that is missing: a string with spaces (RFC 9068), or an array. */
  readonly scope?: string;
}

/** Reads the claims from a payload. `makeUserPrincipal` checks their types. */
export function readJwtClaims(payload: JwtPayload, names: JwtClaimNames): UncheckedClaims {
  return {
    tenantId: payload[names.tenant ?? 'tenant_id'],
    identityId: payload[names.identity ?? 'sub'],
    sessionId: payload[names.session ?? 'sid'],
    assurance: readAssurance(payload, names.assurance ?? 'acr'),
    authenticatedAt: readTime(payload[names.authenticationTime ?? 'auth_time']),
    scopes: readScopes(names.scope === undefined ? defaultScope(payload) : payload[names.scope]),
  };
}

function readAssurance(
  payload: JwtPayload,
  source: NonNullable<JwtClaimNames['assurance']>,
): unknown {
  if (typeof source === 'function') return source(payload);
  const claim = payload[source];
  return typeof claim === 'string' && claim !== 'aal2' ? 'aal1' : claim;
}

function readTime(claim: unknown): unknown {
  return typeof claim === 'number' ? new Date(claim * 1000) : claim;
}

function defaultScope(payload: JwtPayload): unknown {
  return payload['scope'] ?? payload['scp'];
}

function readScopes(claim: unknown): unknown {
  return typeof claim === 'string' ? claim.split(' ').filter((scope) => scope !== '') : claim;
}
