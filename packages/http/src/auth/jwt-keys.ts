import {
  checkOptions,
  isObject,
  isPositiveInteger,
  optional,
  parseUrl,
  required,
} from '@stepward/core/adapter';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';
import { AuthenticationUnavailable } from './authentication-unavailable.js';
import { jwtRefusal } from './jwt-refusal.js';

/**
 * Where the issuer's public keys come from (RFC 7517). A token names its key by `kid`; it may leave that
 * out where only one key of the set fits.
 */
export type JwtKeys = RemoteJwtKeys | { readonly jwks: JSONWebKeySet };

/** A key set that the issuer publishes; fetched when first needed, and kept. */
export interface RemoteJwtKeys {
  /** `https:`, or `http:` inside a network that you trust. */
  readonly jwksUrl: URL | string;
  /** Milliseconds that a fetch may take; 5 000. */
  readonly timeoutMs?: number;
  /** Milliseconds after a fetch in which an unknown `kid` causes no other; 30 000. */
  readonly cooldownMs?: number;
  /** Milliseconds after which the set is fetched again; 600 000 (10 minutes). */
  readonly maxAgeMs?: number;
}

const MAX_MS = 24 * 60 * 60 * 1000;

/**
 * Looks up the key of a token. Where the key set cannot be fetched or is malformed, the lookup throws
 * `AuthenticationUnavailable`, which names the URL without its query.
 *
 * @throws TypeError where the URL is not `https:` or `http:`, a time is out of its bounds, or `jwks` is
 * not a key set.
 */
export function createKeyLookup(keys: JwtKeys): JWTVerifyGetKey {
  return 'jwks' in keys ? localKeys(keys) : remoteKeys(keys);
}

function localKeys(keys: Exclude<JwtKeys, RemoteJwtKeys>): JWTVerifyGetKey {
  checkOptions('createJwtAuthenticator: keys', keys, {
    jwks: required('a JSON Web Key Set', isObject),
  });
  try {
    return createLocalJWKSet(keys.jwks);
  } catch (cause) {
    throw new TypeError('createJwtAuthenticator: keys: jwks must be a JSON Web Key Set', { cause });
  }
}

function remoteKeys(keys: RemoteJwtKeys): JWTVerifyGetKey {
  checkOptions('createJwtAuthenticator: keys', keys, {
    jwksUrl: required('an https or http URL', isWebUrl),
    timeoutMs: optional('milliseconds, 1 to 86400000', isMs),
    cooldownMs: optional('milliseconds, 0 to 86400000', (value) => value === 0 || isMs(value)),
    maxAgeMs: optional('milliseconds, 1 to 86400000', isMs),
  });
  const url = new URL(keys.jwksUrl);
  const find = createRemoteJWKSet(url, {
    timeoutDuration: keys.timeoutMs ?? 5_000,
    cooldownDuration: keys.cooldownMs ?? 30_000,
    cacheMaxAge: keys.maxAgeMs ?? 600_000,
  });
  return async (...token) => {
    try {
      return await find(...token);
    } catch (error) {
      if (jwtRefusal(error) !== null) throw error;
      const message = `the key set at ${url.origin}${url.pathname} cannot be read`;
      throw new AuthenticationUnavailable(message, { cause: error });
    }
  };
}

function isWebUrl(value: unknown): boolean {
  const text = value instanceof URL ? value.href : value;
  return typeof text === 'string' && /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

function isMs(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_MS;
}
