import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient, AssuranceLevel } from '../../access/assurance.js';
import type { Identity } from '../../records/identity.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeLimits } from '../codes/limits.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';
import { authoriseWrite } from './authorise-write.js';
import {
  hasRoom,
  isEnrolled,
  newAuthenticator,
  type AlreadyEnrolled,
  type Authenticator,
} from '../authenticator.js';

export type VerifyEnrolmentRefused =
  | AssuranceInsufficient
  | AlreadyEnrolled
  | NothingPending
  | CodeMalformed
  | AttemptsExhausted;

/** A person's answer to the code of a pending enrolment. */
export interface VerifyEnrolment extends Pick<
  Authenticator,
  'id' | 'factor' | 'name' | 'verifier'
> {
  readonly identity: Identity;
  readonly record: FactorRecord;
  readonly guess: Guess;
  /** The digest of the current destination of its codes; null for a factor that sends none. */
  readonly destination: string | null;
  readonly assurance: AssuranceLevel | null;
}

/**
 * Checks a code for a pending enrolment: the right one enrols the factor, a wrong one spends an attempt. The code
 * is void if it was sent to a destination that has changed since.
 */
export function verifyEnrolment(
  verify: VerifyEnrolment,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyEnrolmentRefused> {
  const { id, factor, name, verifier, record, guess, destination } = verify;
  const authorised = authoriseWrite(verify);
  if (authorised.isErr()) return err(authorised.error);
  const isDone = record.state.status === 'none' && isEnrolled(record.authenticators, factor);
  if (isDone || !hasRoom(record.authenticators, factor)) return err({ code: 'already_enrolled' });
  return checkCode(record, guess, destination, now, limits).map((checked) => {
    if (checked.outcome.type !== 'accepted') return checked;
    const added = newAuthenticator({ id, factor, name, verifier }, now);
    const authenticators = [...record.authenticators, added];
    return { ...checked, record: { ...checked.record, authenticators } };
  });
}
