import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, KeyRing } from '../../shared/key-ring.js';
import { keyIdOf, underKey } from '../../shared/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';
import type { RecoveryCode } from './recovery-code.js';

/** Whose codes they are. */
export type RecoveryOwner = Pick<CodeOwner, 'tenantId' | 'identityId'>;

/** The stored form of the unused codes: one keyed digest each, separated by spaces. */
export function recoverySet(
  keys: KeyRing,
  owner: RecoveryOwner,
  codes: readonly RecoveryCode[],
): string {
  return codes.map((code) => underKey(keys.active, hmacOf(keys.active, owner, code))).join(' ');
}

/** How many codes of a set are left; null for no set. */
export function codesLeft(set: string | null): number {
  return set === null ? 0 : digestsOf(set).length;
}

/**
 * Returns the set without a code, or null if the set does not contain it. A digest whose key has left the ring
 * matches nothing.
 */
export function withoutCode(
  keys: KeyRing,
  owner: RecoveryOwner,
  code: RecoveryCode,
  set: string,
): string | null {
  const digests = digestsOf(set);
  const left = digests.filter((digest) => !matches(keys, owner, code, digest));
  return left.length === digests.length ? null : left.join(' ');
}

function digestsOf(set: string): readonly string[] {
  return set === '' ? [] : set.split(' ');
}

function matches(keys: KeyRing, owner: RecoveryOwner, code: RecoveryCode, digest: string): boolean {
  const key = keys.byId.get(keyIdOf(digest));
  if (key === undefined) return false;
  const expected = Buffer.from(digest);
  const actual = Buffer.from(underKey(key, hmacOf(key, owner, code)));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Keyed and not stretched: with 50 random bits per code, a stolen table cannot be searched without the key. */
function hmacOf(key: Key, { tenantId, identityId }: RecoveryOwner, code: RecoveryCode): string {
  const parts = ['stepward/recovery-code/v1', tenantId, identityId, code.reveal()];
  return createHmac('sha256', key.secret).update(JSON.stringify(parts)).digest('base64url');
}
