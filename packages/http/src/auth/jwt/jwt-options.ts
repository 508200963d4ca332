import type { Clock } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isObject,
  isText,
  optional,
  required,
} from '@stepward/core/adapter';
import type { JwtClaimNames } from './jwt-claims.js';
import { checkJwtKeys, type JwtKeys } from './jwt-keys.js';

/** The properties of the JSON Web Tokens of the host's authorisation server (RFC 7519, RFC 9068). */
export interface JwtAuthenticatorOptions {
  /** The one issuer; `iss` must equal it. */
  readonly issuer: string;
  /** This API's name, or names; `aud` must hold one of them. */
  readonly audience: string | readonly string[];
  /** The algorithms that the issuer signs with. There is no default: a token never chooses. */
  readonly algorithms: readonly JwtAlgorithm[];
  readonly keys: JwtKeys;
  /** Clock tolerance for `exp` and `nbf` in seconds; 0 to 300, default 5. */
  readonly clockTolerance?: number;
  readonly claims?: JwtClaimNames;
  /** The `typ` that the header must have, for example `at+jwt`; not checked by default. */
  readonly type?: string;
  /** Default: the machine's clock. */
  readonly clock?: Pick<Clock, 'now'>;
}

/** @throws TypeError where an option is missing, misspelt or out of its bounds. */
export function checkJwtOptions(options: JwtAuthenticatorOptions): void {
  checkOptions('createJwtAuthenticator', options, {
    issuer: required('the one issuer, a text that is not empty', isText),
    audience: required('a text that is not empty, or a list of such', isAudience),
    algorithms: required("a list of asymmetric algorithms, for example ['ES256']", isJwtAlgorithms),
    keys: required("{ jwksUrl: 'https://…' } or { jwks }", isObject),
    clockTolerance: optional(`0 to ${String(MAX_CLOCK_TOLERANCE)} seconds`, isTolerance),
    claims: optional('an object of claim names', isObject),
    type: optional('a text', isText),
    clock: optional('a Clock', hasMethods('now')),
  });
  checkJwtKeys(options.keys);
}

const MAX_CLOCK_TOLERANCE = 300;

function isAudience(value: unknown): boolean {
  const names: readonly unknown[] = [value].flat();
  return names.length > 0 && names.every(isText);
}

function isTolerance(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_CLOCK_TOLERANCE;
}

/** Asymmetric signatures only: with `none` or an HMAC, every party that can verify a token could forge one. */
const JWT_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

/** A signature algorithm (RFC 7518 section 3.1, RFC 8037, RFC 9864). */
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];

/** Whether a value is an allow-list: at least one algorithm, and nothing but the algorithms above. */
function isJwtAlgorithms(value: unknown): boolean {
  const known: readonly unknown[] = JWT_ALGORITHMS;
  return Array.isArray(value) && value.length > 0 && value.every((name) => known.includes(name));
}
