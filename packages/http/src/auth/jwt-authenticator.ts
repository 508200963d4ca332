import { systemClock, type Clock } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isObject,
  isText,
  optional,
  required,
} from '@stepward/core/adapter';
import { jwtVerify, type JWTVerifyOptions } from 'jose';
import { hasTokenLength, type AccessTokenAuthenticator } from './access-tokens.js';
import { isJwtAlgorithms, type JwtAlgorithm } from './jwt-algorithms.js';
import { readJwtClaims, type JwtClaimNames } from './jwt-claims.js';
import { createKeyLookup, type JwtKeys } from './jwt-keys.js';
import { jwtRefusal } from './jwt-refusal.js';
import { refusedToken, type RefusedToken } from './refused-token.js';
import { makeUserPrincipal, type UserPrincipal } from './user-principal.js';

/** What the host says about the JSON Web Tokens of its authorisation server (RFC 7519, RFC 9068). */
export interface JwtAuthenticatorOptions {
  /** The one issuer; `iss` must equal it. */
  readonly issuer: string;
  /** This API's name, or names; `aud` must hold one of them. */
  readonly audience: string | readonly string[];
  /** The algorithms that the issuer signs with. There is no default: a token never chooses. */
  readonly algorithms: readonly JwtAlgorithm[];
  readonly keys: JwtKeys;
  /** Seconds that `exp` and `nbf` may be off; 0 to 300, default 5. */
  readonly clockTolerance?: number;
  readonly claims?: JwtClaimNames;
  /** The `typ` that the header must have, for example `at+jwt`; not looked at by default. */
  readonly type?: string;
  /** Default: the machine's clock. */
  readonly clock?: Pick<Clock, 'now'>;
}

/**
 * Authenticates JSON Web Tokens by the issuer's public keys. A token is valid where its signature, `iss`,
 * `aud`, `exp` (required) and `nbf` hold and its claims have their types; tokens above 8 KiB are not read.
 * A key set that cannot be fetched makes `authenticate` throw `AuthenticationUnavailable`.
 *
 * @throws TypeError where an option is missing, misspelt or out of its bounds.
 */
export function createJwtAuthenticator(options: JwtAuthenticatorOptions): AccessTokenAuthenticator {
  checkJwtOptions(options);
  const { claims = {}, clock = systemClock } = options;
  const rules = verifyRules(options);
  const keys = createKeyLookup(options.keys);

  async function verify(token: string): Promise<UserPrincipal | RefusedToken> {
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: clock.now() });
      return makeUserPrincipal(readJwtClaims(payload, claims));
    } catch (error) {
      const refused = jwtRefusal(error);
      if (refused === null) throw error;
      return refusedToken(refused);
    }
  }

  return {
    authenticate: async (token) => (hasTokenLength(token) ? verify(token) : refusedToken('length')),
  };
}

const MAX_CLOCK_TOLERANCE = 300;

function checkJwtOptions(options: JwtAuthenticatorOptions): void {
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
}

function isAudience(value: unknown): boolean {
  const names: readonly unknown[] = [value].flat();
  return names.length > 0 && names.every(isText);
}

function isTolerance(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= MAX_CLOCK_TOLERANCE;
}

function verifyRules(options: JwtAuthenticatorOptions): JWTVerifyOptions {
  const { issuer, audience, algorithms, clockTolerance = 5, type } = options;
  return {
    issuer,
    audience: [audience].flat(),
    algorithms: [...algorithms],
    clockTolerance,
    requiredClaims: ['exp'],
    ...(type !== undefined && { typ: type }),
  };
}
