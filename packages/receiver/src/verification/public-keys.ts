/** A public key as a JSON Web Key (RFC 7517, RFC 8037 section 2); other members are allowed. */
export interface PublicJwk {
  readonly kty: string;
  readonly crv?: string;
  /** 32 bytes in base64url. */
  readonly x?: string;
}

/** Where the public keys come from. */
export interface PublicKeySource {
  /** The keys. Rejects where there are none and they cannot be read. */
  keys(): Promise<readonly Uint8Array[]>;
  /** Other keys than those, after none of them made a signature; null where there are no others by now. */
  newerThan(tried: readonly Uint8Array[]): Promise<readonly Uint8Array[] | null>;
}

/** The most keys of a source: each is tried on each signature, before it is known who sent it. */
export const MAX_PUBLIC_KEYS = 8;

/** Keys that do not change. */
export function listedKeys(listed: readonly (string | PublicJwk)[]): PublicKeySource {
  const keys = listed.map(publicKey).filter((key) => key !== null);
  return { keys: () => Promise.resolve(keys), newerThan: () => Promise.resolve(null) };
}

/** What Standard Webhooks puts before a public key; base64 of 32 bytes follows. */
const WHPK = /^whpk_([A-Za-z0-9+/]{42}[AEIMQUYcgkosw048])=$/;

const X = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** The 32 bytes of a public key; null for anything that is not an Ed25519 key to verify with. */
export function publicKey(value: unknown): Uint8Array | null {
  if (typeof value === 'string') {
    const base64 = WHPK.exec(value)?.[1];
    return base64 === undefined ? null : bytesOf(base64);
  }
  const { kty, crv, x, use, alg, d, key_ops: operations } = (value ?? {}) as FoundJwk;
  const isOurs = kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && X.test(x);
  const isForSignatures =
    (use === undefined || use === 'sig') &&
    (alg === undefined || alg === 'EdDSA' || alg === 'Ed25519') &&
    (!Array.isArray(operations) || operations.includes('verify'));
  // With a private key that was published, any caller can sign.
  if (!isOurs || !isForSignatures || d !== undefined) return null;
  return bytesOf(x.replaceAll('-', '+').replaceAll('_', '/'));
}

type FoundJwk = Readonly<Record<'kty' | 'crv' | 'x' | 'use' | 'alg' | 'd' | 'key_ops', unknown>>;

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/**
 * The Ed25519 keys of a JSON Web Key Set; keys of other kinds are passed over. A signature of Standard Webhooks does not name
 * its key, so `kid` means nothing here.
 *
 * @throws Error where it is no key set, or has no such key or more than 8.
 */
export function keysOfSet(value: unknown): readonly Uint8Array[] {
  const { keys } = (value ?? {}) as { readonly keys?: unknown };
  if (!Array.isArray(keys)) throw new Error('it is not a JSON Web Key Set');
  const known = keys.map(publicKey).filter((key) => key !== null);
  if (known.length === 0) throw new Error('it has no Ed25519 key');
  if (known.length > MAX_PUBLIC_KEYS) {
    throw new Error(`it has more than ${String(MAX_PUBLIC_KEYS)} Ed25519 keys`);
  }
  return known;
}
