import { uuidOf } from './uuid-of.js';

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
  const bytes = Buffer.concat([timeBytes(time), random]);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidOf(bytes.toString('hex'));
}

/**
 * Returns a lower bound: every {@link uuidv7} of `time` or later sorts at or after it, every earlier one before it.
 */
export function firstUuidAt(time: Date): string {
  return uuidOf(timeBytes(time).toString('hex').padEnd(32, '0'));
}

/** The milliseconds since 1970 in 6 bytes, clamped to their range: 1970 to the year 10889. */
function timeBytes(time: Date): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(Math.min(Math.max(time.getTime(), 0), MAX_TIME), 0, 6);
  return bytes;
}
