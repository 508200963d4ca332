import { systemClock, type Clock } from '@stepward/core';
import { errors, jwtVerify, type JWTVerifyOptions } from 'jose';
import { hasTokenLength, type AccessTokenAuthenticator } from './access-tokens.js';
import { checkJwtAlgorithms, type JwtAlgorithm } from './jwt-algorithms.js';
import { readJwtClaims, type JwtClaimNames, type JwtPayload } from './jwt-claims.js';
import { createKeyLookup, type JwtKeys } from './jwt-keys.js';
import { makeUserPrincipal } from './user-principal.js';

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
 * A key set that cannot be fetched makes `authenticate` throw.
 *
 * @throws TypeError where an option is missing or out of its bounds.
 */
export function createJwtAuthenticator(options: JwtAuthenticatorOptions): AccessTokenAuthenticator {
  const { claims = {}, clock = systemClock } = options;
  const rules = verifyRules(options);
  const keys = createKeyLookup(options.keys);

  async function verify(token: string): Promise<JwtPayload | null> {
    try {
      return (await jwtVerify(token, keys, { ...rules, currentDate: clock.now() })).payload;
    } catch (error) {
      if (error instanceof errors.JOSEError && TOKEN_AT_FAULT.has(error.code)) return null;
      throw error;
    }
  }

  return {
    async authenticate(token) {
      if (!hasTokenLength(token)) return null;
      const payload = await verify(token);
      return payload && makeUserPrincipal(readJwtClaims(payload, claims));
    },
  };
}

/** The errors that blame the token. All others blame the key set, the network or the options. */
const TOKEN_AT_FAULT: ReadonlySet<string> = new Set([
  errors.JOSEAlgNotAllowed.code,
  errors.JOSENotSupported.code,
  errors.JWKSMultipleMatchingKeys.code,
  errors.JWKSNoMatchingKey.code,
  errors.JWSInvalid.code,
  errors.JWSSignatureVerificationFailed.code,
  errors.JWTClaimValidationFailed.code,
  errors.JWTExpired.code,
  errors.JWTInvalid.code,
]);

const MAX_CLOCK_TOLERANCE = 300;

function verifyRules(options: JwtAuthenticatorOptions): JWTVerifyOptions {
  const { issuer, clockTolerance = 5, type } = options;
  const audience = [options.audience].flat();
  if (!isText(issuer)) throw new TypeError('issuer is a text');
  if (audience.length === 0 || !audience.every(isText)) throw new TypeError('audience is a text');
  if (!(clockTolerance >= 0 && clockTolerance <= MAX_CLOCK_TOLERANCE)) {
    throw new TypeError(`clockTolerance is 0 to ${String(MAX_CLOCK_TOLERANCE)} seconds`);
  }
  return {
    issuer,
    audience,
    algorithms: checkJwtAlgorithms(options.algorithms),
    clockTolerance,
    requiredClaims: ['exp'],
    ...(type !== undefined && { typ: type }),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
