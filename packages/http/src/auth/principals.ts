import {
  isTenantId,
  type Actor,
  type AssuranceLevel,
  type CredentialOwner,
  type ManagementScope,
  type TenantApiKey,
} from '@stepward/core';
import { isManagementScope } from '@stepward/core/adapter';
import { isId } from '../api.js';

/** Only this file can name the key, so a principal can only come from a verified credential. */
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
  /** Whether the user proved a factor that resists phishing, which of Stepward's is WebAuthn alone. */
  readonly phishingResistant: boolean;
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
  readonly phishingResistant?: unknown;
  readonly authenticatedAt?: unknown;
  readonly scopes?: unknown;
}

/** A claim that breaks its rule. */
export interface WrongClaim {
  readonly wrong: keyof UncheckedClaims;
  /** What a valid one looks like. */
  readonly expected: string;
}

type Rules = { readonly [Name in keyof UncheckedClaims]-?: readonly [Check, string] };
type Check = (value: unknown) => boolean;

const RULES: Rules = {
  tenantId: [
    (value) => typeof value === 'string' && isTenantId(value),
    'a text that isTenantId of @stepward/core accepts',
  ],
  identityId: [isId, 'a text of 1 to 255 characters without control characters'],
  sessionId: [orNull(isId), 'a text of 1 to 255 characters without control characters, or null'],
  assurance: [orNull((value) => value === 'aal1' || value === 'aal2'), "'aal1', 'aal2' or null"],
  phishingResistant: [orNull((value) => typeof value === 'boolean'), 'true, false or null'],
  authenticatedAt: [orNull(isMoment), 'a valid Date or null'],
  scopes: [orNull(isListOfTexts), 'a list of texts'],
};

/** Returns a principal if every claim has its type, otherwise the first that has not; null and undefined both mean "not given". */
export function makeUserPrincipal(claims: UncheckedClaims): UserPrincipal | WrongClaim {
  for (const [name, [isValid, expected]] of Object.entries(RULES)) {
    const wrong = name as keyof UncheckedClaims;
    if (!isValid(claims[wrong])) return { wrong, expected };
  }
  const { tenantId, identityId, sessionId, assurance, phishingResistant, ...others } =
    claims as CheckedClaims;
  return {
    [authenticated]: true,
    tenantId,
    identityId,
    sessionId: sessionId ?? null,
    assurance: assurance ?? null,
    phishingResistant: phishingResistant ?? false,
    authenticatedAt: others.authenticatedAt ?? null,
    scopes: others.scopes ?? [],
  };
}

/** Claims that keep the rules. */
type CheckedClaims = Pick<UserPrincipal, 'tenantId' | 'identityId'> &
  Partial<Omit<UserPrincipal, typeof authenticated>>;

/** Whether a claim was wrong. */
export function isWrongClaim(made: object): made is WrongClaim {
  return 'wrong' in made;
}

function orNull(isValid: Check): Check {
  return (value) => value === null || value === undefined || isValid(value);
}

function isMoment(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The caller of the Customer API: automation with a management key, or an administrator with an access token. */
export interface ManagementPrincipal {
  readonly [authenticated]: true;
  readonly tenantId: string;
  readonly actor: Actor;
  /** The session of an administrator's access token; null where the token names none, and for a key. */
  readonly sessionId: string | null;
  /** The assurance of that session; null where the host does not track it, and for a key. */
  readonly assurance: AssuranceLevel | null;
  readonly scopes: readonly ManagementScope[];
}

/** Whom a key belongs to: itself, in its tenant. */
export function ownerOfKey({ tenantId, key }: TenantApiKey): CredentialOwner {
  return { tenantId, actor: { type: 'api_key', id: key.id } };
}

/** Creates the principal of a key that the service authenticated. */
export function principalOfKey(found: TenantApiKey): ManagementPrincipal {
  const session = { sessionId: null, assurance: null };
  return { [authenticated]: true, ...ownerOfKey(found), ...session, scopes: found.key.scopes };
}

/** The principal of a user. Of the token's scopes only those of this API count; there may be none. */
export function principalOfUser({
  tenantId,
  identityId,
  sessionId,
  assurance,
  scopes,
}: UserPrincipal): ManagementPrincipal {
  const actor: Actor = { type: 'identity', id: identityId };
  const held = scopes.filter(isManagementScope);
  return { [authenticated]: true, tenantId, actor, sessionId, assurance, scopes: held };
}
