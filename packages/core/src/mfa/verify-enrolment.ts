import { err, type Result } from 'neverthrow';
import type { PhoneNumber } from '../identity/phone-number.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../one-time-code/check-code.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import type { CodeLimits } from '../one-time-code/limits.js';
import type { CodeMalformed } from '../one-time-code/one-time-code.js';
import type { AlreadyEnrolled } from './enrolment.js';

export type VerifyEnrolmentRefused =
  AlreadyEnrolled | NothingPending | CodeMalformed | AttemptsExhausted;

/**
 * Answers a pending enrolment with a code: the right one enrols SMS, a wrong one spends an attempt.
 * `phone` is the identity's verified number now; where the code went to another, it is void.
 */
export function verifyEnrolment(
  record: CodeRecord,
  guess: Guess,
  phone: PhoneNumber | null,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyEnrolmentRefused> {
  if (record.enrolledAt !== null) return err({ code: 'already_enrolled' });
  return checkCode(record, guess, phone, now, limits).map((checked) =>
    checked.outcome.type === 'accepted' ? enrolled(checked, now) : checked,
  );
}

function enrolled(checked: CheckedCode, now: Date): CheckedCode {
  return { ...checked, record: { ...checked.record, enrolledAt: now } };
}
