import { createSecretKey, type KeyObject } from 'node:crypto';
import { checkOptions, hasMethods, isObject, optional, required } from '../checks/check-options.js';

/** HMAC keys are at least as long as the SHA-256 output (RFC 2104 section 3). */
const MIN_KEY_BYTES = 32;

/** One key as the host passes it in. */
export interface KeyInput {
  /** Stored beside every digest; a later key ring finds the key by it. 1 to 64 characters. */
  readonly id: string;
  /**
   * At least 32 random bytes, or their base64 or base64url, for example the output of `openssl rand -base64 32`.
   * Any other string, such as a passphrase, is refused.
   */
  readonly secret: Uint8Array | string;
}

/** The keys of a ring. */
export interface KeyRingOptions {
  /** The key for all new digests and ciphertexts. */
  readonly active: KeyInput;
  /** Keys that were active before. */
  readonly previous?: readonly KeyInput[];
}

/** A key that cannot be printed: its secret lives in a `KeyObject`. */
export interface Key {
  readonly id: string;
  readonly secret: KeyObject;
}

/** The keys a deployment knows: new digests use the active one, old ones still verify. */
export interface KeyRing {
  readonly active: Key;
  readonly byId: ReadonlyMap<string, Key>;
}

/**
 * Builds a key ring. To rotate, make the new key `active`, move the old one to `previous`, and drop it once nothing
 * made with it is still valid: one-time codes live 15 minutes, responses stored for an idempotency key 24 hours,
 * trusted devices as many days as the policy says.
 *
 * @example
 * createKeyRing({ active: { id: 'key-2', secret: process.env.CODE_KEY ?? '' } });
 *
 * @throws TypeError where an id is empty, too long or used twice, or a secret is not 32 bytes or more. It
 * names the key by its id, and never shows the secret.
 */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  checkOptions('createKeyRing', options, {
    active: required('a key: { id, secret }', isObject),
    previous: optional('an array of keys: [{ id, secret }]', Array.isArray),
  });
  const active = readKey('createKeyRing', options.active);
  const byId = new Map([[active.id, active]]);
  for (const input of options.previous ?? []) {
    const key = readKey('createKeyRing', input);
    if (byId.has(key.id)) throw new TypeError(`createKeyRing: key id "${key.id}" is used twice`);
    byId.set(key.id, key);
  }
  return { active, byId };
}

/** Whether a value is a key ring, for the checks of options. */
export function isKeyRing(value: unknown): boolean {
  const { active, byId } = (value ?? {}) as Partial<KeyRing>;
  return isObject(active) && hasMethods('get', 'values')(byId);
}

/**
 * Reads a key of a host.
 *
 * @param usage the factory that the errors name
 * @throws TypeError as {@link createKeyRing}.
 */
export function readKey(usage: string, input: KeyInput): Key {
  const { id, secret }: Partial<Record<keyof KeyInput, unknown>> = isObject(input) ? input : {};
  if (typeof id !== 'string' || id.length < 1 || id.length > 64) {
    throw new TypeError(`${usage}: a key id must be 1 to 64 characters`);
  }
  const bytes = typeof secret === 'string' ? fromBase64(secret) : secret;
  if (!(bytes instanceof Uint8Array) || bytes.byteLength < MIN_KEY_BYTES) {
    const form = `at least ${String(MIN_KEY_BYTES)} random bytes, as a Uint8Array or in base64`;
    throw new TypeError(
      `${usage}: the secret of key "${id}" ${problemOf(secret)} ${form}${HOW_TO_MAKE_ONE}`,
    );
  }
  return { id, secret: createSecretKey(bytes) };
}

const HOW_TO_MAKE_ONE = ' (openssl rand -base64 32)';

/** Common mistakes are an unset environment variable, and one with a line break or quotes. */
function problemOf(secret: unknown): string {
  if (secret === undefined || secret === '') return 'is missing; it must be';
  const isFramed = typeof secret === 'string' && /^[\s"']|[\s"']$/.test(secret);
  return isFramed ? 'has spaces, a line break or quotes around it; it must be' : 'must be';
}

/** Returns null for anything but the canonical encoding of the bytes in either alphabet (RFC 4648 sections 4 and 5). */
function fromBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  const isExact = bytes.toString('base64') === text || bytes.toString('base64url') === text;
  return isExact ? bytes : null;
}
