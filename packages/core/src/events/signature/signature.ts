import { createHmac, sign, type KeyObject } from 'node:crypto';

/** What every signing secret begins with; base64 of at least 24 bytes follows (Standard Webhooks). */
export const SECRET_PREFIX = 'whsec_';

/**
 * The `X-Service-Signature` header: `t=<timestamp>,v1=<hex>`, with one `v1` for each live secret.
 * HMAC-SHA-256 over `<timestamp>.<body>`; the key is the secret as the subscriber was shown it, its
 * prefix included, in UTF-8.
 */
export function serviceSignature(
  secrets: readonly string[],
  timestamp: string,
  body: string,
): string {
  const elements = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret).update(`${timestamp}.`).update(body);
    return `v1=${hmac.digest('hex')}`;
  });
  return [`t=${timestamp}`, ...elements].join(',');
}

/**
 * The `webhook-signature` header of Standard Webhooks 1.0: `v1,<base64>` for each live secret, parted
 * by spaces. HMAC-SHA-256 over `<id>.<seconds>.<body>`; the key is what the secret's base64 decodes to.
 */
export function standardSignature(
  secrets: readonly string[],
  id: string,
  seconds: string,
  body: string,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
      const hmac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body);
      return `v1,${hmac.digest('base64')}`;
    })
    .join(' ');
}

/**
 * The asymmetric signatures of the `webhook-signature` header of Standard Webhooks 1.0: `v1a,<base64>` for each private key,
 * parted by spaces. Ed25519 (RFC 8032) over `<id>.<seconds>.<body>`.
 */
export function asymmetricSignature(
  privateKeys: readonly KeyObject[],
  id: string,
  seconds: string,
  body: string,
): string {
  const signed = Buffer.from(`${id}.${seconds}.${body}`);
  return privateKeys.map((key) => `v1a,${sign(null, signed, key).toString('base64')}`).join(' ');
}
