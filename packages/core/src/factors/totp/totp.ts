import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which one code is shown (RFC 6238 section 4.1). */
const STEP_MS = 30_000;

/** How many steps early or late a code may be (RFC 6238 section 5.2). */
const WINDOW = 1;

/** The length of a secret: that of the HMAC's output (RFC 4226 section 4). */
export const TOTP_SECRET_BYTES = 20;

/** Returns the number of the 30-second step that contains a time, counted from 1970. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / STEP_MS);
}

/** The code of a step: HMAC-SHA-1 over its number, truncated (RFC 4226 section 5.3, RFC 6238 section 4.2). */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const truncated = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * Returns the newest step after `lastStep` that a code is valid for, allowing one step early or late; null for none.
 * Storing it as the next `lastStep` makes each code valid once (RFC 6238 section 5.2).
 */
export function matchingStep(
  secret: Uint8Array,
  code: string,
  at: Date,
  lastStep: number | null,
): number | null {
  const given = Buffer.from(code);
  const now = totpStep(at);
  const right = [now - WINDOW, now, now + WINDOW].filter((step) => {
    // Steps are counted from 1970.
    if (step < 0) return false;
    const expected = Buffer.from(totpCode(secret, step));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return right.findLast((step) => lastStep === null || step > lastStep) ?? null;
}

/** The link that an authenticator app reads, also from a QR code. `secret` is base32. */
export function totpUri(issuer: string, label: string, secret: string): string {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(label)}`;
  return `otpauth://totp/${name}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 section 6, without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}
