import { randomBytes } from 'node:crypto';

/**
 * 144 random bits in letters, digits, `-` and `_`: needs no escaping in a URL or an SQL literal.
 */
export function randomPassword(): string {
  return randomBytes(18).toString('base64url');
}
