import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { underKey } from '../../shared/keys/seal.js';
import type { CodeOwner } from '../codes/code-digest.js';
import type { StretchedCode } from './recovery-code.js';

/** The owner of the codes. */
export type RecoveryOwner = Pick<CodeOwner, 'tenantId' | 'identityId'>;

/** The bytes of a salt (NIST SP 800-63B-4 section 3.1.1.2 asks for 4 or more). */
export const SALT_BYTES = 16;

/**
 * The stored form of the unused codes: one keyed digest each, separated by spaces. All codes of a set have one salt, so
 * that a guess is stretched once.
 */
export function recoverySet(
  keys: KeyRing,
  owner: RecoveryOwner,
  codes: readonly StretchedCode[],
): string {
  return codes.map((code) => digestUnder(keys.active, owner, code)).join(' ');
}

/** How many codes of a set are left; null for no set. */
export function codesLeft(set: string | null): number {
  return set === null ? 0 : digestsOf(set).length;
}

/** The salt of a set, in base64url; null for a set of the earlier form, and where no code is left. */
export function saltOf(set: string): string | null {
  const [, salt, hmac] = (digestsOf(set)[0] ?? '').split('.');
  return salt === undefined || hmac === undefined ? null : salt;
}

/**
 * Returns the set without a code, or null if the set does not contain it: a code that was stretched with the salt of
 * another set does not match. A digest whose key has left the ring matches nothing.
 */
export function withoutCode(
  keys: KeyRing,
  owner: RecoveryOwner,
  code: StretchedCode,
  set: string,
): string | null {
  const digests = digestsOf(set);
  const isOfCode = (digest: string): boolean =>
    matchesUnderRing(keys, digest, (key) => digestUnder(key, owner, code));
  const left = digests.filter((digest) => !isOfCode(digest));
  return left.length === digests.length ? null : left.join(' ');
}

function digestsOf(set: string): readonly string[] {
  return set === '' ? [] : set.split(' ');
}

/** @returns ASCII: `<key id>.<salt>.<hmac>`, in base64url; of the earlier form `<key id>.<hmac>` */
function digestUnder(
  key: Key,
  { tenantId, identityId }: RecoveryOwner,
  { salt, secret }: StretchedCode,
): string {
  const owner = [tenantId, identityId];
  const parts =
    salt === null
      ? ['stepward/recovery-code/v1', ...owner, secret.reveal()]
      : ['stepward/recovery-code/v2', ...owner, salt, secret.reveal()];
  const hmac = hmacOf(key, parts).toString('base64url');
  return underKey(key, salt === null ? hmac : `${salt}.${hmac}`);
}
