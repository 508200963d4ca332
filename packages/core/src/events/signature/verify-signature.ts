/**
 * Computes HMAC-SHA-256 over a text, as UTF-8, and the bytes that follow it: by Node, or by Web Crypto.
 * The key is bytes, or a text as its UTF-8 bytes. The answer is 64 lower-case hexadecimal digits.
 */
export type HmacSha256 = (
  key: string | Uint8Array,
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

/** Why a signature is invalid. */
export type SignatureFault =
  /** The header is not `t=<timestamp>,v1=<hex>…`, or those of Standard Webhooks have another form than that says. */
  | 'signature_malformed'
  /** The timestamp lies too far in the past, or in the future. */
  | 'timestamp_out_of_tolerance'
  /** No secret made any of the signatures. */
  | 'signature_mismatch';

/** The signed timestamp, or why the signature is invalid. */
export type SignatureVerdict =
  | { readonly type: 'valid'; readonly timestamp: string }
  | { readonly type: SignatureFault };

/**
 * The whole header: `t` once and first, in ISO 8601 as `Date.toISOString` writes it, then the elements. A `v1` is
 * 64 lower-case hexadecimal digits; an element of another version is passed over. More than 16 elements, which no
 * rotation produces, are refused as an attempt to waste the verifier's time.
 */
const HEADER =
  /^t=\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z(?:,v1=[0-9a-f]{64}|,v(?!1=)\d+=[^,\s]+){1,16}$/;

/** Where `HEADER` has the timestamp. */
const TIMESTAMP_START = 't='.length;
const TIMESTAMP_END = TIMESTAMP_START + 'YYYY-MM-DDTHH:mm:ss.sssZ'.length;

const DIGEST_ELEMENT = ',v1=';
const DIGEST_LENGTH = 64;

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
  if (secrets.includes('')) throw new TypeError('a secret must not be empty');
  if (!(toleranceMs > 0)) throw new TypeError('the tolerance is more than 0 ms');
  if (!isWellFormed(signature)) return { type: 'signature_malformed' };
  const timestamp = signature.slice(TIMESTAMP_START, TIMESTAMP_END);
  const signedAt = Date.parse(timestamp);
  if (Number.isNaN(signedAt)) return { type: 'signature_malformed' };
  const distance = Math.abs(now.getTime() - signedAt);
  if (!(distance <= toleranceMs)) return { type: 'timestamp_out_of_tolerance' };

  let isSigned = false;
  for (const secret of secrets) {
    const answer = hmacSha256(secret, `${timestamp}.`, body);
    // Awaiting a text that is there already would add some 4 % to the work on a short body.
    const expected = typeof answer === 'string' ? answer : await answer;
    isSigned = holdsDigest(signature, expected) || isSigned;
  }
  return isSigned ? { type: 'valid', timestamp } : { type: 'signature_mismatch' };
}

function isWellFormed(header: string): boolean {
  return HEADER.test(header) && header.includes(DIGEST_ELEMENT);
}

/** Compares every `v1` element, even after a match. */
function holdsDigest(header: string, digest: string): boolean {
  let isHeld = false;
  let at = header.indexOf(DIGEST_ELEMENT);
  while (at !== -1) {
    const start = at + DIGEST_ELEMENT.length;
    isHeld = equalInConstantTime(header, start, digest) || isHeld;
    at = header.indexOf(DIGEST_ELEMENT, start);
  }
  return isHeld;
}

/** Looks at all 64 digits, wherever the first difference is. They are not cut out: that costs time. */
function equalInConstantTime(header: string, start: number, digest: string): boolean {
  let difference = digest.length ^ DIGEST_LENGTH;
  for (let index = 0; index < DIGEST_LENGTH; index += 1) {
    difference |= header.charCodeAt(start + index) ^ digest.charCodeAt(index);
  }
  return difference === 0;
}
