import { err, type Result } from 'neverthrow';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../codes/check-code.js';
import { ofFactor } from '../authenticator.js';
import type { FactorRecord } from '../factor-record.js';
import { settle } from '../codes/code-state.js';
import type { CodeLimits } from '../codes/limits.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';
import { countAnswer, requireUsable, type FactorSuspended } from '../suspension.js';

/** SMS is not enrolled as a second factor, or no longer. */
export interface SmsNotEnrolled {
  readonly code: 'sms_not_enrolled';
}

export type VerifyChallengeRefused =
  | NothingPending
  | SmsNotEnrolled
  | FactorSuspended
  | CodeMalformed
  | AttemptsExhausted;

/**
 * Checks a code for a session's challenge: the right one uses the challenge up, a wrong one spends an attempt.
 * `destination` is the digest of the identity's current verified number; a code that was sent to another number is void.
 */
export function verifyChallenge(
  record: FactorRecord,
  guess: Guess,
  destination: string | null,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyChallengeRefused> {
  if (settle(record.state, now).status === 'none') return err({ code: 'nothing_pending' });
  const [sms] = ofFactor(record.authenticators, 'sms');
  if (sms === undefined) return err({ code: 'sms_not_enrolled' });
  const usable = requireUsable(record.authenticators, 'sms', limits);
  if (usable.isErr()) return err(usable.error);
  return checkCode(record, guess, destination, now, limits).map((checked) =>
    countAnswer({ factor: 'sms', named: null, proven: sms }, record, checked, now, limits),
  );
}
