import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient, AssuranceLevel } from '../../access/assurance.js';
import { verifiedPhone, type Identity } from '../../identity/identity.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeLimits } from '../codes/limits.js';
import type { CodeMalformed } from '../codes/one-time-code.js';
import { authoriseWrite } from '../authorise-write.js';
import type { AlreadyEnrolled } from './enrolment.js';

export type VerifyEnrolmentRefused =
  | AssuranceInsufficient
  | AlreadyEnrolled
  | NothingPending
  | CodeMalformed
  | AttemptsExhausted;

/** A person's answer to the code of a pending enrolment. */
export interface VerifyEnrolment {
  readonly identity: Identity;
  readonly record: FactorRecord;
  readonly guess: Guess;
  readonly assurance: AssuranceLevel | null;
}

/**
 * Answers a pending enrolment with a code: the right one enrols SMS, a wrong one spends an attempt. Where
 * the code went to another number than the identity's verified one, it is void.
 */
export function verifyEnrolment(
  verify: VerifyEnrolment,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyEnrolmentRefused> {
  const { identity, record, guess } = verify;
  const authorised = authoriseWrite(verify);
  if (authorised.isErr()) return err(authorised.error);
  if (record.factors.sms !== undefined) return err({ code: 'already_enrolled' });
  return checkCode(record, guess, verifiedPhone(identity), now, limits).map((checked) =>
    checked.outcome.type === 'accepted' ? enrolled(checked, now) : checked,
  );
}

function enrolled(checked: CheckedCode, now: Date): CheckedCode {
  const { record } = checked;
  const factors = { ...record.factors, sms: { enrolledAt: now, verifier: null } };
  return { ...checked, record: { ...record, factors } };
}
