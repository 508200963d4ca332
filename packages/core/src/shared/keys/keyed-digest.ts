import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, KeyRing } from './key-ring.js';
import { keyIdOf } from './seal.js';

/** HMAC-SHA-256 over a list of texts. JSON keeps them apart: no two lists have the same serialisation. */
export function hmacOf(key: Key, parts: readonly string[]): Buffer {
  return createHmac('sha256', key.secret).update(JSON.stringify(parts)).digest();
}

/**
 * Compares a stored digest, in constant time, with the one that its key makes. Without its key in the
 * ring, a digest never matches.
 */
export function matchesUnderRing(
  keys: KeyRing,
  stored: string,
  digestUnder: (key: Key) => string,
): boolean {
  const key = keys.byId.get(keyIdOf(stored));
  if (key === undefined) return false;
  return isSameText(stored, digestUnder(key));
}

/** Compares texts of one length in constant time. */
export function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
