import { createSecretKey, type KeyObject } from 'node:crypto';

/** HMAC keys are at least as long as the SHA-256 output (RFC 2104 section 3). */
const MIN_KEY_BYTES = 32;

/** One key as the host hands it over. */
export interface KeyInput {
  /** Stored beside every digest, so that a later key ring still finds the key. 1 to 64 characters. */
  readonly id: string;
  /** At least 32 random bytes, for example `randomBytes(32)` kept in a secret manager. */
  readonly secret: Uint8Array;
}

/** A key that cannot be printed: its secret lives in a `KeyObject`. */
export interface Key {
  readonly id: string;
  readonly secret: KeyObject;
}

/** The keys a deployment knows: new digests use the active one, old ones still verify. */
export interface KeyRing {
  readonly active: Key;
  readonly byId: ReadonlyMap<string, Key>;
}

/**
 * Builds a key ring. To rotate, make the new key `active`, move the old one to `previous`, and drop
 * it once nothing made with it can still be alive: one-time codes live 15 minutes, answers that were kept
 * for an idempotency key 24 hours.
 *
 * @throws TypeError where an id is empty, too long or used twice, or a secret is shorter than 32 bytes.
 */
export function createKeyRing(options: {
  readonly active: KeyInput;
  readonly previous?: readonly KeyInput[];
}): KeyRing {
  const active = toKey(options.active);
  const byId = new Map([[active.id, active]]);
  for (const input of options.previous ?? []) {
    if (byId.has(input.id)) throw new TypeError(`key id "${input.id}" is used twice`);
    byId.set(input.id, toKey(input));
  }
  return { active, byId };
}

function toKey({ id, secret }: KeyInput): Key {
  if (id.length < 1 || id.length > 64) throw new TypeError('a key id has 1 to 64 characters');
  if (secret.byteLength < MIN_KEY_BYTES) {
    throw new TypeError(`key "${id}" has fewer than ${String(MIN_KEY_BYTES)} bytes`);
  }
  return { id, secret: createSecretKey(secret) };
}
