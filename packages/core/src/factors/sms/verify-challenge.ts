import { err, type Result } from 'neverthrow';
import type { PhoneNumber } from '../../phones/phone-number.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../codes/check-code.js';
import type { FactorRecord } from '../factor-record.js';
import { settle } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { CodeMalformed } from '../codes/one-time-code.js';

/** SMS is not enrolled as a second factor, or no longer. */
export interface SmsNotEnrolled {
  readonly code: 'sms_not_enrolled';
}

export type VerifyChallengeRefused =
  | NothingPending
  | SmsNotEnrolled
  | CodeMalformed
  | AttemptsExhausted;

/**
 * Answers a session's challenge with a code: the right one uses the challenge up, a wrong one spends an
 * attempt. `phone` is the identity's verified number now; where the code went to another, it is void.
 */
export function verifyChallenge(
  record: FactorRecord,
  guess: Guess,
  phone: PhoneNumber | null,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyChallengeRefused> {
  if (settle(record.state, now).status === 'none') return err({ code: 'nothing_pending' });
  if (record.factors.sms === undefined) return err({ code: 'sms_not_enrolled' });
  return checkCode(record, guess, phone, now, limits);
}
