import type { HmacSha256, SignatureFault } from '@stepward/core/events';
import type { HeaderReader } from './request-headers.js';

/** A key that `webhook-signature` may be made with. */
export interface StandardKey {
  readonly bytes: Uint8Array;
  /** Whether it is one of `secrets`, so it may sign the events of a Stepward service. */
  readonly isStepwards: boolean;
}

/** How to judge the headers of Standard Webhooks. */
export interface StandardRules {
  readonly standardKeys: readonly StandardKey[];
  /** Milliseconds that the timestamp may lie before or after `now`. */
  readonly toleranceMs: number;
  readonly now: Date;
}

/** What was signed, and by which key; or why the signature is invalid. */
type StandardVerdict =
  | {
      readonly type: 'valid';
      /** `webhook-id`. */
      readonly id: string;
      /** `webhook-timestamp`: seconds since 1970. */
      readonly seconds: number;
      readonly key: StandardKey;
    }
  | { readonly type: 'signature_missing' | SignatureFault };

/**
 * Visible ASCII, at most 256 characters. No full stop: the signed text is `<id>.<seconds>.<body>`, so with one in the id
 * it could be cut at another place (Standard Webhooks, "Signature scheme").
 */
const ID = /^[!-\-/-~]{1,256}$/;

const SECONDS = /^[1-9]\d{0,10}$/;

/** An element of this version: the 32 bytes of an HMAC-SHA-256 in base64. Other elements are passed over. */
const V1 = /^v1,[A-Za-z0-9+/]{43}=$/;

/**
 * Checks `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.0, symmetric signatures): every
 * key against every `v1` element, each comparison in constant time.
 */
export async function verifyStandard(
  header: HeaderReader,
  body: Uint8Array,
  { standardKeys, toleranceMs, now }: StandardRules,
  hmacSha256: HmacSha256,
): Promise<StandardVerdict> {
  const signature = header('webhook-signature');
  if (signature === null) return { type: 'signature_missing' };
  const id = header('webhook-id') ?? '';
  const timestamp = header('webhook-timestamp') ?? '';
  const elements = signature.split(' ').filter((each) => V1.test(each));
  if (!ID.test(id) || !SECONDS.test(timestamp) || elements.length === 0) {
    return { type: 'signature_malformed' };
  }
  const seconds = Number(timestamp);
  if (!(Math.abs(now.getTime() - seconds * 1_000) <= toleranceMs)) {
    return { type: 'timestamp_out_of_tolerance' };
  }
  let signer: StandardKey | null = null;
  for (const key of standardKeys) {
    const expected = `v1,${toBase64(await hmacSha256(key.bytes, `${id}.${timestamp}.`, body))}`;
    const matches = elements.filter((each) => equalInConstantTime(each, expected));
    if (matches.length > 0) signer ??= key;
  }
  return signer === null
    ? { type: 'signature_mismatch' }
    : { type: 'valid', id, seconds, key: signer };
}

/** The base64 of bytes in hexadecimal digits. */
function toBase64(hex: string): string {
  return btoa(hex.replaceAll(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}

/** Of two texts of one length. */
function equalInConstantTime(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

/** What Standard Webhooks puts before a secret, and every secret of Stepward begins with. */
export const SECRET_PREFIX = 'whsec_';

/** Groups of four digits; the last may be short, with or without its padding. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/**
 * The key that a secret of Standard Webhooks means: the bytes of its base64, with or without `whsec_` before it and
 * padding behind it. Null where it is not base64, or empty.
 */
export function standardKey(secret: string): Uint8Array | null {
  const base64 = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  if (base64 === '' || !BASE64.test(base64)) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
