import type { HmacSha256, SignatureFault } from '@stepward/core/events';
import { concatBytes, toBytes } from '../bytes.js';
import type { VerifyEd25519 } from './ed25519.js';
import type { PublicKeySource } from './public-keys.js';
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
  /** Of a Stepward service; null where the receiver has none, so `v1a` is passed over. */
  readonly publicKeys: PublicKeySource | null;
  /** Milliseconds that the timestamp may lie before or after `now`. */
  readonly toleranceMs: number;
  readonly now: Date;
}

/** What computes the signatures. */
export interface StandardCrypto {
  readonly hmacSha256: HmacSha256;
  readonly verifyEd25519: VerifyEd25519;
}

/** What was signed, and by whom; or why the signature is invalid. */
type StandardVerdict =
  | {
      readonly type: 'valid';
      /** `webhook-id`. */
      readonly id: string;
      /** `webhook-timestamp`: seconds since 1970. */
      readonly seconds: number;
      /** Whether the key may sign the events of a Stepward service. */
      readonly isStepwards: boolean;
    }
  | { readonly type: 'signature_missing' | SignatureFault };

/**
 * Visible ASCII, at most 256 characters. No full stop: the signed text is `<id>.<seconds>.<body>`, so with one in the id
 * it could be cut at another place (Standard Webhooks, "Signature scheme").
 */
const ID = /^[!-\-/-~]{1,256}$/;

const SECONDS = /^[1-9]\d{0,10}$/;

/** An element of this version: the 32 bytes of an HMAC-SHA-256 in base64. Elements of unknown versions are passed over. */
const V1 = /^v1,[A-Za-z0-9+/]{43}=$/;

/** The 64 bytes of an Ed25519 signature in base64. */
const V1A = /^v1a,([A-Za-z0-9+/]{85}[AQgw]==)$/;

/** A sender has no more keys at once. Each element is tried with each public key. */
const MAX_ASYMMETRIC = 4;

/**
 * Checks `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.0): every key against every `v1`
 * element, each comparison in constant time; then, if the receiver has public keys, each of them against each `v1a` element.
 *
 * @throws what {@link PublicKeySource.keys} throws.
 */
export async function verifyStandard(
  header: HeaderReader,
  body: Uint8Array,
  { standardKeys, publicKeys, toleranceMs, now }: StandardRules,
  { hmacSha256, verifyEd25519 }: StandardCrypto,
): Promise<StandardVerdict> {
  const signature = header('webhook-signature');
  if (signature === null) return { type: 'signature_missing' };
  const id = header('webhook-id') ?? '';
  const timestamp = header('webhook-timestamp') ?? '';
  const { symmetric, asymmetric } = elementsOf(signature, publicKeys !== null);
  if (
    !ID.test(id) ||
    !SECONDS.test(timestamp) ||
    symmetric.length + asymmetric.length === 0 ||
    asymmetric.length > MAX_ASYMMETRIC
  ) {
    return { type: 'signature_malformed' };
  }
  const seconds = Number(timestamp);
  if (!(Math.abs(now.getTime() - seconds * 1_000) <= toleranceMs)) {
    return { type: 'timestamp_out_of_tolerance' };
  }
  const signed = { text: `${id}.${timestamp}.`, body };
  const key = await symmetricSigner(symmetric, signed, standardKeys, hmacSha256);
  if (key !== null) return { type: 'valid', id, seconds, isStepwards: key.isStepwards };
  const isSigned =
    publicKeys !== null &&
    asymmetric.length > 0 &&
    (await isSignedByOne(asymmetric, signed, publicKeys, verifyEd25519));
  return isSigned
    ? { type: 'valid', id, seconds, isStepwards: true }
    : { type: 'signature_mismatch' };
}

/** The elements of the header that the receiver can check; those of `v1a` as their bytes. */
function elementsOf(
  signature: string,
  hasPublicKeys: boolean,
): { readonly symmetric: readonly string[]; readonly asymmetric: readonly Uint8Array[] } {
  const elements = signature.split(' ');
  const asymmetric = hasPublicKeys ? elements.flatMap((each) => V1A.exec(each)?.[1] ?? []) : [];
  return {
    symmetric: elements.filter((each) => V1.test(each)),
    asymmetric: asymmetric.map(fromBase64),
  };
}

/** What the signature is over: a text, and the body behind it. */
interface SignedContent {
  readonly text: string;
  readonly body: Uint8Array;
}

async function symmetricSigner(
  elements: readonly string[],
  { text, body }: SignedContent,
  keys: readonly StandardKey[],
  hmacSha256: HmacSha256,
): Promise<StandardKey | null> {
  let signer: StandardKey | null = null;
  for (const key of elements.length === 0 ? [] : keys) {
    const expected = `v1,${toBase64(await hmacSha256(key.bytes, text, body))}`;
    const matches = elements.filter((each) => equalInConstantTime(each, expected));
    if (matches.length > 0) signer ??= key;
  }
  return signer;
}

/** Public keys and signatures are no secrets, so it ends with the first that fits. */
async function isSignedByOne(
  elements: readonly Uint8Array[],
  { text, body }: SignedContent,
  source: PublicKeySource,
  verifyEd25519: VerifyEd25519,
): Promise<boolean> {
  const message = concatBytes([toBytes(text), body]);
  const fits = async (keys: readonly Uint8Array[]): Promise<boolean> => {
    for (const key of keys) {
      for (const element of elements) {
        if (await verifyEd25519(key, element, message)) return true;
      }
    }
    return false;
  };
  const known = await source.keys();
  if (await fits(known)) return true;
  const newer = await source.newerThan(known);
  return newer !== null && (await fits(newer));
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
  return fromBase64(base64);
}

function fromBase64(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
