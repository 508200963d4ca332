import { err, ok, type Result } from 'neverthrow';
import type { StepUpFactor } from '../../records/factor-name.js';
import { addMs, minutes } from '../../shared/duration.js';
import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { Redacted } from '../../shared/keys/redacted.js';
import { underKey } from '../../shared/keys/seal.js';
import type { Authenticators } from '../authenticator.js';

/** The grant was used, has expired, belongs to another person or session, or was never given. */
export interface GrantInvalid {
  readonly code: 'grant_invalid';
}

/** The grant was given for another operation. It is spent from then on. */
export interface GrantMismatch {
  readonly code: 'grant_mismatch';
}

/** Whom a grant is for. All of it is part of the digests. */
export interface GrantOwner {
  readonly tenantId: string;
  readonly identityId: string;
  readonly sessionId: string;
}

/** What is stored of a grant. */
export interface StoredGrant {
  /** Names it in its tenant: HMAC-SHA-256 over its owner and itself. */
  readonly name: string;
  /** The same over the operation as well. */
  readonly verifier: string;
  /** The factor that was proven for it. */
  readonly factor: StepUpFactor;
  readonly expiresAt: Date;
}

/** The random bytes of a grant. */
export const GRANT_BYTES = 32;

/** PSD2 allows 5 minutes of inactivity (RTS article 4(3)(d)); a grant lives no longer. */
const GRANT_LIFETIME_MS = minutes(5);

const GRANT = /^[\w-]{43}$/;

/**
 * Makes a grant for one operation: 43 characters of base64url.
 *
 * @param operation the digest of the operation
 * @param bytes 32 random ones
 */
export function newGrant(
  keys: KeyRing,
  owner: GrantOwner,
  { factor, operation }: { readonly factor: StepUpFactor; readonly operation: string },
  bytes: Uint8Array,
  now: Date,
): { readonly grant: Redacted<string>; readonly stored: StoredGrant } {
  const grant = Buffer.from(bytes).toString('base64url');
  const name = nameUnder(keys.active, owner, grant);
  const verifier = verifierUnder(keys.active, owner, grant, operation);
  const expiresAt = addMs(now, GRANT_LIFETIME_MS);
  return { grant: new Redacted(grant), stored: { name, verifier, factor, expiresAt } };
}

/** The names under which a grant may be stored, one for each key; none for what cannot be one. */
export function grantNames(keys: KeyRing, owner: GrantOwner, grant: unknown): readonly string[] {
  if (typeof grant !== 'string' || !GRANT.test(grant)) return [];
  return [...keys.byId.values()].map((key) => nameUnder(key, owner, grant));
}

/** A grant to use. */
export interface GrantUse {
  readonly owner: GrantOwner;
  readonly grant: string;
  /** What is stored of it; null for nothing. */
  readonly stored: StoredGrant | null;
  /** The digest of the operation that it is used for; null for one that is not valid. */
  readonly operation: string | null;
  /** Of the person, as they are now. */
  readonly authenticators: Authenticators;
}

/**
 * Whether a grant is for an operation. It is spent whatever it was for: a change of the data ends it (PSD2 RTS, article 5
 * (1)(d)). A grant of a factor that was removed since is no longer valid.
 */
export function decideGrant(
  keys: KeyRing,
  { owner, grant, stored, operation, authenticators }: GrantUse,
  now: Date,
): Result<{ readonly spent: StoredGrant; readonly matches: boolean }, GrantInvalid> {
  if (stored === null || now >= stored.expiresAt) return err({ code: 'grant_invalid' });
  const givenAt = addMs(stored.expiresAt, -GRANT_LIFETIME_MS);
  const isKept = authenticators.some(
    ({ factor, enrolledAt }) => factor === stored.factor && enrolledAt <= givenAt,
  );
  if (!isKept) return err({ code: 'grant_invalid' });
  const matches =
    operation !== null &&
    matchesUnderRing(keys, stored.verifier, (key) => verifierUnder(key, owner, grant, operation));
  return ok({ spent: stored, matches });
}

function nameUnder(key: Key, owner: GrantOwner, grant: string): string {
  return digestUnder(key, ['stepward/grant/v1', ...partsOf(owner), grant]);
}

function verifierUnder(key: Key, owner: GrantOwner, grant: string, operation: string): string {
  return digestUnder(key, ['stepward/grant-operation/v1', ...partsOf(owner), grant, operation]);
}

function digestUnder(key: Key, parts: readonly string[]): string {
  return underKey(key, hmacOf(key, parts).toString('base64url'));
}

function partsOf({ tenantId, identityId, sessionId }: GrantOwner): readonly string[] {
  return [tenantId, identityId, sessionId];
}
