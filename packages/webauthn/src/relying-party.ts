import type { Identity } from '@stepward/core';
import {
  checkOptions,
  isFunction,
  isText,
  optional,
  parseUrl,
  required,
} from '@stepward/core/adapter';

/** The relying party, as browsers and people see it. */
export interface RelyingParty {
  /** The service's name, which browsers show. */
  readonly rpName: string;
  /**
   * The domain that credentials belong to, without scheme and port, for example `example.com`: that of each origin, or one
   * above it. Credentials are lost where it changes.
   */
  readonly rpId: string;
  /** Where pages ask for credentials, for example `https://login.example.com`; at least one. `http` is for localhost. */
  readonly origins: readonly string[];
  /** The person's name on authenticators, for example an address; the identity's id by default. */
  readonly label?: (identity: Identity) => string;
}

/** @throws TypeError that names the option that is missing, wrong or unknown. */
export function checkRelyingParty(options: RelyingParty): void {
  checkOptions<RelyingParty>('createWebAuthn', options, {
    rpName: required('a text', isText),
    rpId: required('a domain, for example example.com', isDomain),
    origins: required(
      'a list of origins of rpId or below it, for example https://login.example.com',
      (value) => isListOfOrigins(value, options.rpId),
    ),
    label: optional('a function from an identity to a text', isFunction),
  });
}

/** Browsers refuse addresses and top-level domains, except localhost. */
function isDomain(value: unknown): boolean {
  if (typeof value !== 'string' || parseUrl(`https://${value}`)?.hostname !== value) return false;
  return value === 'localhost' || /\.[a-z][a-z0-9-]*$/.test(value);
}

function isListOfOrigins(value: unknown, rpId: string): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isOriginOf(one, rpId));
}

/** WebAuthn works on secure origins alone (W3C Web Authentication Level 3, section 13.4.9). */
function isOriginOf(value: unknown, rpId: string): boolean {
  const url = typeof value === 'string' ? parseUrl(value) : null;
  if (url === null || url.origin !== value) return false;
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url.hostname));
  return isSecure && (url.hostname === rpId || url.hostname.endsWith(`.${rpId}`));
}

function isLocal(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}
