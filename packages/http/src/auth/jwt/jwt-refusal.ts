import { errors } from 'jose';
import type { JwtAuthenticatorOptions } from './jwt-options.js';
import type { JwtPayload } from './jwt-claims.js';
import type { ClaimMismatch, TokenRefusal } from '../refused-token.js';

/** The errors that blame the token. All others blame the key set, the network or the options. */
const BY_CODE: Readonly<Record<string, TokenRefusal>> = {
  [errors.JOSEAlgNotAllowed.code]: 'algorithm',
  [errors.JOSENotSupported.code]: 'malformed',
  [errors.JWKSMultipleMatchingKeys.code]: 'key',
  [errors.JWKSNoMatchingKey.code]: 'key',
  [errors.JWSInvalid.code]: 'malformed',
  [errors.JWSSignatureVerificationFailed.code]: 'signature',
  [errors.JWTClaimValidationFailed.code]: 'claims',
  [errors.JWTExpired.code]: 'expired',
  [errors.JWTInvalid.code]: 'malformed',
};

const BY_CLAIM: Readonly<Record<string, TokenRefusal>> = {
  iss: 'issuer',
  aud: 'audience',
  typ: 'type',
};

/** The reason why jose refused a token; null if the token is not the cause. */
export function jwtRefusal(error: unknown): TokenRefusal | null {
  if (error instanceof errors.JWTClaimValidationFailed) return claimRefusal(error);
  return error instanceof errors.JOSEError ? (BY_CODE[error.code] ?? null) : null;
}

function claimRefusal({ claim, reason }: errors.JWTClaimValidationFailed): TokenRefusal {
  if (claim === 'nbf' && reason === 'check_failed') return 'not_yet_valid';
  return BY_CLAIM[claim] ?? 'claims';
}

/**
 * The claims of a token that is not valid at this time, and is genuine otherwise: jose checks the times last, after the
 * signature, `iss` and `aud`. Null for any other error.
 */
export function payloadAtWrongTime(error: unknown): JwtPayload | null {
  if (error instanceof errors.JWTExpired) return error.payload;
  const isEarly =
    error instanceof errors.JWTClaimValidationFailed && claimRefusal(error) === 'not_yet_valid';
  return isEarly ? error.payload : null;
}

/** Which value of `iss` or `aud` was refused. jose checks them after the signature, so the issuer chose it. */
export function valueMismatch(
  error: unknown,
  { issuer, audience }: Pick<JwtAuthenticatorOptions, 'issuer' | 'audience'>,
): ClaimMismatch | undefined {
  if (!(error instanceof errors.JWTClaimValidationFailed)) return undefined;
  const { claim, payload } = error;
  const expected = { iss: [issuer], aud: [audience] }[claim];
  if (expected === undefined) return undefined;
  return {
    claim,
    expected: shown(expected.flat()),
    received: shown([payload[claim] ?? []].flat()),
  };
}

const MAX_SHOWN = 200;

function shown(values: readonly unknown[]): string {
  return values
    .map((value) => JSON.stringify(value))
    .join(', ')
    .slice(0, MAX_SHOWN);
}
