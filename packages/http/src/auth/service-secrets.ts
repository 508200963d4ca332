import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * A secret of the authentication application: 32 to 512 visible ASCII characters, or the SHA-256 of such
 * a text as 64 lower-case hexadecimal digits, for hosts that do not want to hold the secret itself.
 */
export type ServiceSecret = string | { readonly sha256: string };

/**
 * The active secrets, or a function that says whether a text from the header is good now: for short-lived tokens of services. It is
 * called with texts of strangers. Where it rejects, the request is answered with 500.
 */
export type ServiceSecrets =
  | readonly ServiceSecret[]
  | ((given: string) => boolean | Promise<boolean>);

/** Two, so one can be replaced while the other is still in use. */
const MAX_ACTIVE = 2;

const SECRET = /^[\x21-\x7e]{32,512}$/;
const SHA_256 = /^[0-9a-f]{64}$/;

/**
 * Returns a check whether a string is one of the active secrets. It compares SHA-256 hashes in constant time,
 * always with every secret, so timing reveals neither the length nor which secret matched.
 *
 * @throws TypeError where there are more than two, or one does not have the form of {@link ServiceSecret}.
 */
export function createServiceSecretCheck(
  secrets: ServiceSecrets,
): (given: string) => Promise<boolean> {
  if (typeof secrets === 'function') return askedOf(secrets);
  if (secrets.length > MAX_ACTIVE)
    throw new TypeError('createHttpApi: serviceSecrets must be at most two');
  const active = secrets.map(hashOf);
  return async (given) => {
    const hash = sha256(given);
    return active.map((known) => timingSafeEqual(known, hash)).includes(true);
  };
}

/** Only `true` lets in: in JavaScript a function may return anything. */
function askedOf(isGood: Extract<ServiceSecrets, (given: string) => unknown>) {
  return async (given: string): Promise<boolean> => {
    const said: unknown = await isGood(given);
    return said === true;
  };
}

function hashOf(secret: ServiceSecret): Buffer {
  if (typeof secret === 'string') {
    if (!SECRET.test(secret)) {
      throw new TypeError(
        'createHttpApi: serviceSecrets must have 32 to 512 visible ASCII characters each',
      );
    }
    return sha256(secret);
  }
  if (!SHA_256.test(secret.sha256)) {
    throw new TypeError(
      'createHttpApi: serviceSecrets: a sha256 must have 64 lower-case hexadecimal digits',
    );
  }
  return Buffer.from(secret.sha256, 'hex');
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
