import { uuidOf } from './uuid-of.js';

const MAX_MOMENT = 2 ** 48 - 1;

/**
 * A UUID that begins with its moment, to the millisecond, so that the order of such UUIDs is that of
 * their moments: version 7 of RFC 9562 section 5.7.
 *
 * @param random 10 random bytes
 * @throws TypeError where there are not as many
 */
export function uuidv7(moment: Date, random: Uint8Array): string {
  if (random.length !== 10) throw new TypeError('10 random bytes are needed');
  const bytes = Buffer.concat([momentBytes(moment), random]);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return uuidOf(bytes.toString('hex'));
}

/**
 * What no {@link uuidv7} of the moment or of a later one comes before, and every one of an
 * earlier moment does.
 */
export function firstUuidAt(moment: Date): string {
  return uuidOf(momentBytes(moment).toString('hex').padEnd(32, '0'));
}

/** 6 bytes: moments before 1970 are taken for its beginning, those after the year 10889 for its end. */
function momentBytes(moment: Date): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(Math.min(Math.max(moment.getTime(), 0), MAX_MOMENT), 0, 6);
  return bytes;
}
