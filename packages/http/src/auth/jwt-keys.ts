import {
  createLocalJWKSet,
  createRemoteJWKSet,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
} from 'jose';

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
  /** Milliseconds after which the set is fetched anew; 600 000 (10 minutes). */
  readonly maxAgeMs?: number;
}

/**
 * @throws TypeError where the URL is not `https:` or `http:`, or a time is negative; jose's `JWKSInvalid`
 * where `jwks` is not a key set.
 */
export function createKeyLookup(keys: JwtKeys): JWTVerifyGetKey {
  if ('jwks' in keys) return createLocalJWKSet(keys.jwks);
  const url = new URL(keys.jwksUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new TypeError('jwksUrl starts with https: or http:');
  }
  return createRemoteJWKSet(url, {
    timeoutDuration: keys.timeoutMs ?? 5_000,
    cooldownDuration: keys.cooldownMs ?? 30_000,
    cacheMaxAge: keys.maxAgeMs ?? 600_000,
  });
}
