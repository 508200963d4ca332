import type { AssuranceLevel } from '@stepward/core';
import type { UncheckedClaims } from './user-principal.js';

/** The claims of a token whose signature, issuer, audience and times are good. */
export type JwtPayload = Readonly<Record<string, unknown>>;

/** Which claim says what. */
export interface JwtClaimNames {
  /** Default `tenant_id`. */
  readonly tenant?: string;
  /** Default `sub`. */
  readonly identity?: string;
  /** Default `sid`; a token without it has no session. */
  readonly session?: string;
  /**
   * Default `acr` (RFC 9470 section 6). `aal1` and `aal2` stand for themselves, any other text counts as
   * `aal1`; without the claim the assurance is not tracked. A function reads other vocabularies.
   */
  readonly assurance?: string | ((payload: JwtPayload) => AssuranceLevel | null);
  /** Default `scope`, or `scp` where that is missing: a text with spaces (RFC 9068), or an array. */
  readonly scope?: string;
}

/** Picks the claims out of a payload. Their types are the business of `makeUserPrincipal`. */
export function readJwtClaims(payload: JwtPayload, names: JwtClaimNames): UncheckedClaims {
  return {
    tenantId: payload[names.tenant ?? 'tenant_id'],
    identityId: payload[names.identity ?? 'sub'],
    sessionId: payload[names.session ?? 'sid'],
    assurance: readAssurance(payload, names.assurance ?? 'acr'),
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

function defaultScope(payload: JwtPayload): unknown {
  return payload['scope'] ?? payload['scp'];
}

function readScopes(claim: unknown): unknown {
  return typeof claim === 'string' ? claim.split(' ').filter((scope) => scope !== '') : claim;
}
