import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { underKey } from '../../shared/keys/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';
import type { Base32Code } from '../../shared/base32-code.js';
import { parseRecoveryCode } from './recovery-code.js';

/** The owner of the codes. */
export type RecoveryOwner = Pick<CodeOwner, 'tenantId' | 'identityId'>;

/** The stored form of the unused codes: one keyed digest each, separated by spaces. */
export function recoverySet(
  keys: KeyRing,
  owner: RecoveryOwner,
  codes: readonly Base32Code[],
): string {
  return codes.map((code) => digestUnder(keys.active, owner, code)).join(' ');
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
  code: Base32Code,
  set: string,
): string | null {
  const digests = digestsOf(set);
  const isOfCode = (digest: string): boolean =>
    matchesUnderRing(keys, digest, (key) => digestUnder(key, owner, code));
  const left = digests.filter((digest) => !isOfCode(digest));
  return left.length === digests.length ? null : left.join(' ');
}

/** Whether printed codes are those of a set, and no others are. Null for no set. */
export function isWholeSet(
  keys: KeyRing,
  owner: RecoveryOwner,
  printed: readonly string[],
  set: string | null,
): boolean {
  const left = printed.reduce<string | null>((rest, one) => {
    const code = parseRecoveryCode(one);
    return rest === null || code.isErr() ? null : withoutCode(keys, owner, code.value, rest);
  }, set);
  return left === '';
}

function digestsOf(set: string): readonly string[] {
  return set === '' ? [] : set.split(' ');
}

/** Keyed and not stretched: with 50 random bits per code, a stolen table cannot be searched without the key. */
function digestUnder(key: Key, { tenantId, identityId }: RecoveryOwner, code: Base32Code): string {
  const hmac = hmacOf(key, ['stepward/recovery-code/v1', tenantId, identityId, code.reveal()]);
  return underKey(key, hmac.toString('base64url'));
}
