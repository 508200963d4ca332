import {
  checkOptions,
  isObject,
  isPositiveInteger,
  optional,
  parseUrl,
  required,
} from '@stepward/core/adapter';
import type { JSONWebKeySet } from 'jose';

/**
 * Where the issuer's public keys come from (RFC 7517). A token names its key by `kid`; it may omit that if only one
 * key of the set fits.
 */
export type JwtKeys = RemoteJwtKeys | { readonly jwks: JSONWebKeySet };

/** A key set that the issuer publishes; fetched when first needed, and kept. */
export interface RemoteJwtKeys {
  /** `https:`, or `http:` inside a network that you trust. */
  readonly jwksUrl: URL | string;
  /** Timeout of a fetch in milliseconds; 5 000. */
  readonly timeoutMs?: number;
  /** Milliseconds after a fetch during which an unknown `kid` causes no further fetch; 30 000. */
  readonly cooldownMs?: number;
  /** Milliseconds after which the set is fetched again; 600 000 (10 minutes). */
  readonly maxAgeMs?: number;
}

const MAX_MS = 24 * 60 * 60 * 1000;

/** @throws TypeError where the URL is not `https:` or `http:`, a time is out of its bounds, or `jwks` is not a key set. */
export function checkJwtKeys(keys: JwtKeys): void {
  if ('jwks' in keys) {
    checkOptions('createJwtAuthenticator: keys', keys, {
      jwks: required('a JSON Web Key Set', isKeySet),
    });
    return;
  }
  checkOptions('createJwtAuthenticator: keys', keys, {
    jwksUrl: required('an https or http URL', isWebUrl),
    timeoutMs: optional('milliseconds, 1 to 86400000', isMs),
    cooldownMs: optional('milliseconds, 0 to 86400000', (value) => value === 0 || isMs(value)),
    maxAgeMs: optional('milliseconds, 1 to 86400000', isMs),
  });
}

function isKeySet(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { keys } = value as { readonly keys?: unknown };
  return Array.isArray(keys) && keys.every(isObject);
}

function isWebUrl(value: unknown): boolean {
  const text = value instanceof URL ? value.href : value;
  return typeof text === 'string' && /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

function isMs(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_MS;
}
