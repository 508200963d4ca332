/**
 * Computes HMAC-SHA-256 over a text, as UTF-8, and the bytes that follow it: by Node, or by Web Crypto.
 * The answer is 64 lower-case hexadecimal digits.
 */
export type HmacSha256 = (
  secret: string,
  text: string,
  bytes: Uint8Array,
) => string | Promise<string>;

/** What came in, as far as the signature is concerned. */
export interface SignedRequest {
  /** The `X-Service-Signature` header. */
  readonly signature: string;
  /** The body's bytes as they came, before anything parsed them. */
  readonly body: Uint8Array;
}

/** How to judge it. */
export interface SignatureRules {
  /** The live secrets; during a rotation the old and the new one. */
  readonly secrets: readonly string[];
  /** How far the timestamp may lie from `now`, on either side. Milliseconds, more than 0. */
  readonly toleranceMs: number;
  readonly now: Date;
}

/** Why a signature is no good. */
export type SignatureFault =
  /** The header is not `t=<timestamp>,v1=<hex>…`. */
  | 'signature_malformed'
  /** The timestamp lies too far in the past, or in the future. */
  | 'timestamp_out_of_tolerance'
  /** No secret made any of the signatures. */
  | 'signature_mismatch';

/** The timestamp that was signed, or why the signature is no good. */
export type SignatureVerdict =
  { readonly type: 'valid'; readonly timestamp: string } | { readonly type: SignatureFault };

/** ISO 8601 in UTC with milliseconds, as `Date.toISOString` writes it, and nothing else. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const HEX_DIGEST = /^[0-9a-f]{64}$/;

/** More elements than any rotation leaves are an attempt to make the verifier work. */
const MAX_SIGNATURES = 16;

/**
 * Checks a signature strictly: exact shapes, the age on both sides, every secret against every `v1`
 * element, each comparison in constant time.
 *
 * @throws TypeError where no secret is given or one is empty, or the tolerance is not more than 0.
 */
export async function verifySignature(
  { signature, body }: SignedRequest,
  { secrets, toleranceMs, now }: SignatureRules,
  hmacSha256: HmacSha256,
): Promise<SignatureVerdict> {
  if (secrets.length === 0) throw new TypeError('at least one secret is needed');
  if (secrets.includes('')) throw new TypeError('a secret is empty: anybody could sign with it');
  if (!(toleranceMs > 0)) throw new TypeError('the tolerance is more than 0 ms');
  const header = parseSignature(signature);
  if (header === null) return { type: 'signature_malformed' };
  const { timestamp, digests } = header;
  const distance = Math.abs(now.getTime() - Date.parse(timestamp));
  if (distance > toleranceMs) return { type: 'timestamp_out_of_tolerance' };

  let isSigned = false;
  for (const secret of secrets) {
    const expected = await hmacSha256(secret, `${timestamp}.`, body);
    for (const digest of digests) isSigned = equalInConstantTime(expected, digest) || isSigned;
  }
  return isSigned ? { type: 'valid', timestamp } : { type: 'signature_mismatch' };
}

interface ParsedSignature {
  readonly timestamp: string;
  readonly digests: readonly string[];
}

/** `t` once and first, then `v1` elements; elements of other versions are passed over. */
function parseSignature(header: string): ParsedSignature | null {
  const [first = '', ...rest] = header.split(',', MAX_SIGNATURES + 2);
  const timestamp = first.startsWith('t=') ? first.slice(2) : '';
  if (!TIMESTAMP.test(timestamp) || Number.isNaN(Date.parse(timestamp))) return null;
  const digests = rest.filter((part) => part.startsWith('v1=')).map((part) => part.slice(3));
  const isGood = rest.every((part) => /^v[0-9]+=./.test(part)) && digests.every(isDigest);
  return isGood && digests.length > 0 && rest.length <= MAX_SIGNATURES
    ? { timestamp, digests }
    : null;
}

function isDigest(digest: string): boolean {
  return HEX_DIGEST.test(digest);
}

/** Both have 64 characters, so that nothing but their difference is left to measure, and it is not. */
function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}
