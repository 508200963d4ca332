import { err, ok, type Result } from 'neverthrow';
import type { CreationVerdict } from '../../records/webauthn.js';
import type { AlreadyEnrolled } from '../authenticator.js';
import { readAuthenticatorName, type NameMalformed } from '../authenticator-name.js';
import type { CheckedCode, Guess } from '../codes/check-code.js';
import type { CodeLimits } from '../codes/limits.js';
import {
  verifyEnrolment,
  type VerifyEnrolment,
  type VerifyEnrolmentRefused,
} from '../enrolment/verify-enrolment.js';
import { authenticatorIdOf, formatCredential } from './credential.js';
import { parsePending } from './pending-creation.js';

export type VerifyCreationRefused = VerifyEnrolmentRefused | NameMalformed;

/** A response with a new credential that was already verified, so that the decision needs no cryptography. */
export interface VerifyCreation extends Pick<VerifyEnrolment, 'identity' | 'record' | 'assurance'> {
  readonly verdict: CreationVerdict;
  /** The id of the challenge that the response was verified for; null for none. */
  readonly codeId: string | null;
  /** What the person calls the authenticator, unchecked; null for no name. */
  readonly name: unknown;
}

/**
 * Checks a response to a pending enrolment: the right one enrols the credential, a wrong one spends an attempt. The order
 * of the checks is that of {@link verifyEnrolment}; a malformed name is refused as a malformed response is.
 */
export function verifyCreation(
  { verdict, codeId, name, ...asked }: VerifyCreation,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyCreationRefused> {
  const { state, authenticators } = asked.record;
  const naming = name === null ? ok(null) : readAuthenticatorName(name);
  const pending = parsePending(state);
  const made = verdict.type === 'verified' && pending?.codeId === codeId ? verdict : null;
  const isMalformed = verdict.type === 'malformed' || naming.isErr();
  const guess: Guess = isMalformed
    ? { type: 'malformed' }
    : { type: 'code', matches: made !== null };
  const id = made === null ? '' : authenticatorIdOf(made.credential.id);
  const userHandle = pending?.userHandle ?? '';
  const verifier = made && formatCredential({ ...made.credential, ...made.data, userHandle });
  const fresh = { id, factor: 'webauthn', name: naming.unwrapOr(null), verifier } as const;
  return verifyEnrolment({ ...asked, ...fresh, guess, destination: null }, now, limits)
    .mapErr((refusal) =>
      refusal.code === 'code_malformed' && naming.isErr() ? naming.error : refusal,
    )
    .andThen((checked): Result<CheckedCode, AlreadyEnrolled> =>
      authenticators.some((one) => one.id === id) ? err({ code: 'already_enrolled' }) : ok(checked),
    );
}
