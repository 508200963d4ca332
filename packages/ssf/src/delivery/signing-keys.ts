import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { checkOptions, isObject, isText, optional, required } from '@stepward/core/adapter';
import { SignJWT, type JWK } from 'jose';
import type { SecurityEventClaims } from '../events/security-event.js';

/** The keys that events are signed with. */
export interface SetSigningKeys {
  /** Signs: a private RSA key of 2,048 bits or more. */
  readonly active: SetSigningKey;
  /**
   * Keys that are only published, 5 at most: the one before the active one, for as long as receivers may verify what it signed, and
   * the next one, an hour before it signs. Private or public.
   */
  readonly published?: readonly SetSigningKey[];
}

export interface SetSigningKey {
  /** The `kid`: 1 to 64 characters, and never that of another key. */
  readonly id: string;
  /** A key object, or its text in PEM. */
  readonly key: KeyObject | string;
}

/** Signs events, and has the keys that verify them. */
export interface SetSigner {
  /** A security event token: a JWT of the type `secevent+jwt`, signed with RS256 (RFC 8417). */
  sign(claims: SecurityEventClaims): Promise<string>;
  /** The JSON Web Key Set (RFC 7517), the active key first. */
  readonly keySet: { readonly keys: readonly JWK[] };
}

const MIN_BITS = 2_048;
const MAX_PUBLISHED = 5;
const USAGE = 'createSharedSignals: signingKeys';

/** @throws TypeError that names the key by its id, and never shows it */
export function createSetSigner(options: SetSigningKeys): SetSigner {
  checkOptions(USAGE, options, {
    active: required('a key: { id, key }', isObject),
    published: optional(
      'a list of at most 5 keys: [{ id, key }]',
      (value) => Array.isArray(value) && value.length <= MAX_PUBLISHED,
    ),
  });
  const { active, published = [] } = options;
  const privateKey = readKey(active, createPrivateKey);
  const keys = [active, ...published].map(publicJwk);
  const ids = keys.map(({ kid }) => kid);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new TypeError(`${USAGE}: key id "${repeated}" is used twice`);
  const header = { alg: 'RS256', typ: 'secevent+jwt', kid: active.id };
  return {
    sign({ aud, ...claims }) {
      const audience = typeof aud === 'string' ? aud : [...aud];
      return new SignJWT({ ...claims, aud: audience }).setProtectedHeader(header).sign(privateKey);
    },
    keySet: { keys },
  };
}

/** Of a private key, too, only the public part. */
function publicJwk(given: SetSigningKey): JWK & { readonly kid: string } {
  const { kty, n, e } = readKey(given, createPublicKey).export({ format: 'jwk' }) as JWK;
  return { kty, n, e, kid: given.id, use: 'sig', alg: 'RS256' } as JWK & { readonly kid: string };
}

function readKey(
  { id, key }: SetSigningKey,
  read: typeof createPrivateKey | typeof createPublicKey,
): KeyObject {
  if (!isText(id) || id.length > 64) {
    throw new TypeError(`${USAGE}: a key id must be 1 to 64 characters`);
  }
  const found = keyObjectOf(key, read);
  const { modulusLength = 0 } = found?.asymmetricKeyDetails ?? {};
  if (found?.asymmetricKeyType === 'rsa' && modulusLength >= MIN_BITS) return found;
  const kind = read === createPrivateKey ? 'a private RSA key' : 'an RSA key';
  throw new TypeError(
    `${USAGE}: key "${id}" must be ${kind} of 2048 bits or more, as a KeyObject or in PEM`,
  );
}

/** Null for what is no key of that kind. A public key object is made of the private one. */
function keyObjectOf(
  key: unknown,
  read: typeof createPrivateKey | typeof createPublicKey,
): KeyObject | null {
  if (key instanceof KeyObject) {
    if (read === createPublicKey && key.type === 'private') return createPublicKey(key);
    return key.type === (read === createPrivateKey ? 'private' : 'public') ? key : null;
  }
  try {
    return typeof key === 'string' ? read(key) : null;
  } catch {
    return null;
  }
}
