import { hash } from 'node:crypto';

const MAX_TIME = 2 ** 48 - 1;

/**
 * Makes a UUID of version 7 (RFC 9562 section 5.7). It begins with its time, to the millisecond, so that such UUIDs
 * sort by time.
 *
 * @param random 10 random bytes
 * @throws TypeError if the length differs
 */
export function uuidv7(time: Date, random: Uint8Array): string {
  if (random.length !== 10) throw new TypeError('10 random bytes are needed');
  const hex = Buffer.from(random).toString('hex');
  const variant = ((Number.parseInt(hex.charAt(4), 16) & 0x3) | 0x8).toString(16);
  return uuidOf(`${timeHex(time)}7${hex.slice(1, 4)}${variant}${hex.slice(5)}`);
}

/** Makes a UUID of version 8 (RFC 9562 section 5.8) from a name: the same name makes the same one. */
export function uuidv8(name: string): string {
  const hex = hash('sha256', name, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return uuidOf(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}

/**
 * Returns a lower bound: every {@link uuidv7} of `time` or later sorts at or after it, every earlier one before it.
 */
export function firstUuidAt(time: Date): string {
  return uuidOf(timeHex(time).padEnd(32, '0'));
}

/** The milliseconds since 1970 as 12 digits, clamped to their range: 1970 to the year 10889. */
function timeHex(time: Date): string {
  return Math.min(Math.max(time.getTime(), 0), MAX_TIME).toString(16).padStart(12, '0');
}

/** A UUID's text, from its 32 hexadecimal digits. */
export function uuidOf(hex: string): string {
  const ends = [8, 12, 16, 20, 32];
  return ends.map((end, index) => hex.slice(ends[index - 1] ?? 0, end)).join('-');
}
