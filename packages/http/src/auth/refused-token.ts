import type { CredentialOwner } from '@stepward/core';

/**
 * Why a token is not valid. `length`: empty or above 8 KiB. `malformed`: not a token, or a cookie that was sent
 * twice. `algorithm`, `key`, `signature`, `expired`, `not_yet_valid`, `issuer`, `audience` and `type` name the failed
 * check of a JSON Web Token, `claims` that one is missing or of a wrong type. `unknown`: the host's lookup, or the
 * list of management keys, does not know it. `ended`: a management key that is revoked or expired. `management_key`: a management key where only access tokens are valid.
 */
export type TokenRefusal =
  | 'length'
  | 'malformed'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'expired'
  | 'not_yet_valid'
  | 'issuer'
  | 'audience'
  | 'type'
  | 'claims'
  | 'unknown'
  | 'ended'
  | 'management_key';

/** A claim of a genuine token that is not as the host's options or Stepward need it. */
export interface ClaimMismatch {
  /** Its name in the token, for example `aud`. */
  readonly claim: string;
  /** The values that are valid, or what a valid one looks like. */
  readonly expected: string;
  /** Of `aud` and `iss` the value, at most 200 characters; of other claims its type. */
  readonly received: string;
}

/** A token that is not valid. The reason is for the host's log; callers get the same response for all of them. */
export interface RefusedToken {
  readonly refused: TokenRefusal;
  /** Given for `audience`, `issuer`, and for `claims` where one is missing or of a wrong type. */
  readonly mismatch?: ClaimMismatch;
  /** Whom it belongs to, where it is genuine: expired, for example. */
  readonly owner?: CredentialOwner | null;
}

/** Creates the result for a token that is not valid. */
export function refusedToken(
  refused: TokenRefusal,
  more: Pick<RefusedToken, 'mismatch' | 'owner'> = {},
): RefusedToken {
  return { refused, ...more };
}

/** Whether an authenticator refused a token. */
export function isRefusedToken(answer: object): answer is RefusedToken {
  return 'refused' in answer;
}
