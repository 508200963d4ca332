import { verifiedPhone, type Identity } from '../../records/identity.js';
import type { Key, KeyRing } from '../../shared/keys/key-ring.js';
import { hmacOf, matchesUnderRing } from '../../shared/keys/keyed-digest.js';
import { keyIdOf, underKey } from '../../shared/keys/seal.js';
import type { TrustedDevice } from './trusted-device.js';

/** The random bytes of a token. */
export const TOKEN_BYTES = 32;

/** Whose device it is. All of it is part of the digest, with the verified number: a new number ends trust, wherever it is stored. */
export interface DeviceOwner {
  readonly tenantId: string;
  readonly identity: Identity;
}

/** The token of {@link TOKEN_BYTES} bytes, as a cookie has it: base64url. */
export function printToken(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

/** Whether a value has the form of a token: 43 characters of base64url. */
export function isDeviceToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{43}$/.test(value);
}

/** Returns the digest to store for a token, under the active key. */
export function digestToken(keys: KeyRing, owner: DeviceOwner, token: string): string {
  return digestUnder(keys.active, owner, token);
}

/** The devices whose key is in the ring: no token matches another one. */
export function withKnownKey(
  { byId }: KeyRing,
  devices: readonly TrustedDevice[],
): readonly TrustedDevice[] {
  return devices.filter(({ digest }) => byId.has(keyIdOf(digest)));
}

/** Finds the device that a token belongs to; undefined for none, or where its key is not in the ring. */
export function findByToken(
  keys: KeyRing,
  owner: DeviceOwner,
  devices: readonly TrustedDevice[],
  token: string,
): TrustedDevice | undefined {
  return devices.find(({ digest }) =>
    matchesUnderRing(keys, digest, (key) => digestUnder(key, owner, token)),
  );
}

/** Keyed and not stretched: with 256 random bits, a stolen table cannot be searched even with the key. */
function digestUnder(key: Key, { tenantId, identity }: DeviceOwner, token: string): string {
  const label = 'stepward/trusted-device/v1';
  const number = verifiedPhone(identity) ?? '';
  const hmac = hmacOf(key, [label, tenantId, identity.identityId, number, token]);
  return underKey(key, hmac.toString('base64url'));
}
