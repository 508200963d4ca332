import { scrypt } from 'node:crypto';

/**
 * Derives a key of at least 32 bytes from a secret and a salt so that each guess at the secret takes long, outside the
 * event loop; shipped code uses {@link systemStretch}, tests a quick one.
 */
export type Stretch = (secret: string, salt: Uint8Array) => Promise<Uint8Array>;

/** The platform's scrypt with N = 2^14, r = 8, p = 1 and 32 bytes (RFC 7914): 16 MiB and some 50 ms. */
export const systemStretch: Stretch = (secret, salt) =>
  new Promise((resolve, reject) => {
    scrypt(secret, salt, 32, { N: 2 ** 14, r: 8, p: 1 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
