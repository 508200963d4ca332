import { createCipheriv, createDecipheriv, createHmac, type KeyObject } from 'node:crypto';
import type { Key, KeyRing } from './key-ring.js';

const ALGORITHM = 'aes-256-gcm';
const TAG_BYTES = 16;

/** NIST SP 800-38D section 8.2.2: a random nonce has 96 bits. */
export const NONCE_BYTES = 12;

/**
 * Encrypts a text for storage: AES-256-GCM under the ring's active key. The key's id is part of the result. The context
 * names the kind and the owner of the text. It can be decrypted only under the same context, so a value that is
 * copied to another row is useless there.
 *
 * @param nonce {@link NONCE_BYTES} random bytes, never used twice
 * @returns ASCII: `<key id>.<nonce, ciphertext and tag>`, both base64url
 */
export function seal(
  keys: KeyRing,
  context: readonly string[],
  text: string,
  nonce: Uint8Array,
): string {
  const cipher = createCipheriv(ALGORITHM, sealingKey(keys.active.secret), nonce);
  cipher.setAAD(associatedData(context));
  const sealed = Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return underKey(keys.active, sealed.toString('base64url'));
}

/** Decrypts a text; null if the key is not in the ring, the context differs, or a byte was changed. */
export function open(keys: KeyRing, context: readonly string[], sealed: string): string | null {
  const key = keys.byId.get(keyIdOf(sealed));
  const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
  if (key === undefined || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(
    ALGORITHM,
    sealingKey(key.secret),
    bytes.subarray(0, NONCE_BYTES),
    { authTagLength: TAG_BYTES },
  );
  decipher.setAAD(associatedData(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The stored form of a text that was encrypted under a key: the key's id in base64url, a dot, and the text. */
export function underKey({ id }: Pick<Key, 'id'>, text: string): string {
  return `${Buffer.from(id).toString('base64url')}.${text}`;
}

/** The id of the key that a stored text was encrypted under. */
export function keyIdOf(stored: string): string {
  return Buffer.from(stored.slice(0, stored.indexOf('.')), 'base64url').toString();
}

/** The ring's secrets have any length and other uses, so the encryption key is derived from them. */
function sealingKey(secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update('stepward/seal/v1').digest();
}

function associatedData(context: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify(['stepward/seal/v1', ...context]));
}
