import {
  isPhishingResistant,
  isTenantId,
  type AssuranceLevel,
  type CredentialOwner,
} from '@stepward/core';
import { isId } from '../../api.js';
import type { ClaimMismatch } from '../refused-token.js';
import type { UncheckedClaims, WrongClaim } from '../principals.js';

/** The claims of a token after its signature, issuer, audience and times were checked. */
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
   * Default `acr` (RFC 9470 section 6). `aal1` and `aal2` are taken as they are, `phr` and `phrh` count as `aal2`, any
   * other string counts as `aal1`; without the claim the assurance is not tracked. A function reads other vocabularies.
   */
  readonly assurance?: string | ((payload: JwtPayload) => AssuranceLevel | null);
  /**
   * Whether the user proved a factor that resists phishing. By default `acr` is `phr` or `phrh` (OpenID Connect Extended
   * Authentication Profile ACR Values 1.0), or `amr` has `hwk` or `swk` (RFC 8176 section 2).
   */
  readonly phishingResistant?: (payload: JwtPayload) => boolean;
  /** Default `auth_time` (OpenID Connect Core section 2): seconds since 1970. */
  readonly authenticationTime?: string;
  /** Default `scope`, or `scp` if that is missing: a string with spaces (RFC 9068), or an array. */
  readonly scope?: string;
}

/** Reads the claims from a payload. `makeUserPrincipal` checks their types. */
export function readJwtClaims(payload: JwtPayload, names: JwtClaimNames): UncheckedClaims {
  return {
    tenantId: payload[nameOf('tenantId', names)],
    identityId: payload[nameOf('identityId', names)],
    sessionId: payload[nameOf('sessionId', names)],
    assurance: readAssurance(payload, names.assurance ?? 'acr'),
    phishingResistant: (names.phishingResistant ?? resistsPhishing)(payload),
    authenticatedAt: readTime(payload[nameOf('authenticatedAt', names)]),
    scopes: readScopes(names.scope === undefined ? defaultScope(payload) : payload[names.scope]),
  };
}

/** Whom a genuine token belongs to; null where it does not say so. */
export function ownerIn(payload: JwtPayload, names: JwtClaimNames): CredentialOwner | null {
  const tenantId = payload[nameOf('tenantId', names)];
  const id = payload[nameOf('identityId', names)];
  const isNamed = typeof tenantId === 'string' && isTenantId(tenantId) && isId(id);
  return isNamed ? { tenantId, actor: { type: 'identity', id } } : null;
}

/** Describes a claim of a wrong type by its name in the token. Its value may be personal. */
export function claimMismatch(
  { wrong, expected }: WrongClaim,
  payload: JwtPayload,
  names: JwtClaimNames,
): ClaimMismatch {
  const claim = nameOf(wrong, names);
  return { claim, expected, received: payload[claim] === null ? 'null' : typeof payload[claim] };
}

function nameOf(claim: keyof UncheckedClaims, names: JwtClaimNames): string {
  const { assurance = 'acr', scope = 'scope' } = names;
  return {
    tenantId: names.tenant ?? 'tenant_id',
    identityId: names.identity ?? 'sub',
    sessionId: names.session ?? 'sid',
    assurance: typeof assurance === 'string' ? assurance : 'assurance',
    phishingResistant: 'phishingResistant',
    authenticatedAt: names.authenticationTime ?? 'auth_time',
    scopes: scope,
  }[claim];
}

function readAssurance(
  payload: JwtPayload,
  source: NonNullable<JwtClaimNames['assurance']>,
): unknown {
  if (typeof source === 'function') return source(payload);
  const claim = payload[source];
  if (typeof claim !== 'string') return claim;
  return claim === 'aal2' || PHISHING_RESISTANT.includes(claim) ? 'aal2' : 'aal1';
}

/** Phishing-resistant, and with a key in hardware. */
const PHISHING_RESISTANT: readonly unknown[] = ['phr', 'phrh'];

function resistsPhishing({ acr, amr }: JwtPayload): boolean {
  return PHISHING_RESISTANT.includes(acr) || (Array.isArray(amr) && isPhishingResistant(amr));
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
