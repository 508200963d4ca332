import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two texts in a time that does not depend on where they differ. */
export function sameText(one: string, other: string): boolean {
  return timingSafeEqual(sha256(one), sha256(other));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
