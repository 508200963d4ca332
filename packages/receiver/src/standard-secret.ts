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
