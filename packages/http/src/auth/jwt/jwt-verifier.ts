import { systemClock } from '@stepward/core';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  jwtVerify,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { AuthenticationUnavailable } from '../access-tokens.js';
import { claimMismatch, ownerIn, readJwtClaims } from './jwt-claims.js';
import type { JwtKeys, RemoteJwtKeys } from './jwt-keys.js';
import type { JwtAuthenticatorOptions } from './jwt-options.js';
import { jwtRefusal, payloadAtWrongTime, valueMismatch } from './jwt-refusal.js';
import { refusedToken, type RefusedToken } from '../refused-token.js';
import { isWrongClaim, makeUserPrincipal, type UserPrincipal } from '../principals.js';

/** Verifies a token of at most 8 KiB. */
export type JwtVerifier = (token: string) => Promise<UserPrincipal | RefusedToken>;

/** The part of `createJwtAuthenticator` that needs jose. It is loaded with the first token. */
export function createJwtVerifier(options: JwtAuthenticatorOptions): JwtVerifier {
  const { claims = {}, clock = systemClock } = options;
  const rules = verifyRules(options);
  const keys = createKeyLookup(options.keys);

  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...rules, currentDate: clock.now() });
      const made = makeUserPrincipal(readJwtClaims(payload, claims));
      return isWrongClaim(made)
        ? refusedToken('claims', {
            mismatch: claimMismatch(made, payload, claims),
            owner: ownerIn(payload, claims),
          })
        : made;
    } catch (error) {
      const refused = jwtRefusal(error);
      if (refused === null) throw error;
      const mismatch = valueMismatch(error, options);
      const payload = payloadAtWrongTime(error);
      return refusedToken(refused, {
        ...(mismatch !== undefined && { mismatch }),
        ...(payload !== null && { owner: ownerIn(payload, claims) }),
      });
    }
  };
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

/**
 * Looks up the key of a token. Where the key set cannot be fetched or is malformed, the lookup throws
 * `AuthenticationUnavailable`, which names the URL without its query.
 */
function createKeyLookup(keys: JwtKeys): JWTVerifyGetKey {
  return 'jwks' in keys ? createLocalJWKSet(keys.jwks) : remoteKeys(keys);
}

function remoteKeys(keys: RemoteJwtKeys): JWTVerifyGetKey {
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
