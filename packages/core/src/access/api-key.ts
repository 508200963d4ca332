import type { ApiKey } from '../records/api-key.js';
import { createHash } from 'node:crypto';
import { isTenantId } from '../shared/tenant-id.js';
import { Redacted } from '../shared/keys/redacted.js';
import { hours, msBetween } from '../shared/duration.js';

/** The prefix of every management key, by which scanners for leaked secrets recognise it. */
export const API_KEY_PREFIX = 'service_mgmt_';

/** Keys of a tenant that are neither revoked nor expired, at most. */
export const MAX_LIVE_API_KEYS = 50;

/** Bytes of randomness in a key. */
export const API_KEY_BYTES = 32;

/** Characters of the random part that lists show, to tell keys apart. */
const SHOWN_CHARACTERS = 6;

/** A key with what to store and what to show, once. */
export interface NewApiKey {
  readonly key: ApiKey;
  /** SHA-256 of the whole secret: 32 random bytes need no slow hash. */
  readonly secretHash: string;
  readonly secret: Redacted<string>;
}

/**
 * Makes a key of 32 random bytes.
 *
 * @param namedTenant the tenant that the secret names, by which its database is found: `service_mgmt_<tenant>.<random>`;
 * null where there is one database
 */
export function newApiKey(
  made: Pick<ApiKey, 'id' | 'name' | 'scopes' | 'environmentId' | 'expiresAt'>,
  bytes: Uint8Array,
  now: Date,
  namedTenant: string | null,
): NewApiKey {
  const named = API_KEY_PREFIX + (namedTenant === null ? '' : `${namedTenant}.`);
  const secret = named + Buffer.from(bytes).toString('base64url');
  const prefix = secret.slice(0, named.length + SHOWN_CHARACTERS);
  return {
    key: { ...made, prefix, createdAt: now, lastUsedAt: null, revokedAt: null },
    secretHash: hashApiKey(secret),
    secret: new Redacted(secret),
  };
}

/** The tenant that a secret names, which a caller may have made up; null where it names none. */
export function tenantOfApiKey(secret: string): string | null {
  const named = secret.slice(API_KEY_PREFIX.length, Math.max(secret.lastIndexOf('.'), 0));
  return isTenantId(named) ? named : null;
}

/** The lookup value of a key: the SHA-256 of its secret, 64 lower-case hexadecimal digits. */
export function hashApiKey(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Whether a key is accepted: neither expired nor revoked. */
export function isLiveApiKey({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return (expiresAt === null || now < expiresAt) && (revokedAt === null || now < revokedAt);
}

/** Whether a use should be recorded: once an hour is enough, and saves a write per request. */
export function isUseWorthRecording(key: ApiKey, now: Date): boolean {
  return key.lastUsedAt === null || msBetween(key.lastUsedAt, now) >= hours(1);
}
