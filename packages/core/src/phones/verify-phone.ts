import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import type { PhoneInvalid } from '../records/phone-number.js';
import { authoriseWrite, type FactorWrite } from '../factors/enrolment/authorise-write.js';
import {
  checkCode,
  type AttemptsExhausted,
  type CheckedCode,
  type Guess,
  type NothingPending,
} from '../factors/codes/check-code.js';
import type { FactorRecord } from '../factors/factor-record.js';
import { settle } from '../factors/codes/code-state.js';
import type { CodeLimits } from '../factors/codes/limits.js';
import type { CodeMalformed } from '../shared/one-time-code.js';

export type VerifyPhoneRefused =
  | AssuranceInsufficient
  | PhoneInvalid
  | NothingPending
  | CodeMalformed
  | AttemptsExhausted;

/** A person's answer to a code sent to a number. */
export interface VerifyPhone extends FactorWrite {
  readonly record: FactorRecord;
  readonly guess: Guess;
  /**
   * The digest of the number as the caller repeats it; null if it is not E.164. If the live code was sent to another
   * number, nothing is pending.
   */
  readonly destination: string | null;
}

/** Checks the code that verifies a number. It needs the same assurance as requesting the code. */
export function verifyPhone(
  verify: VerifyPhone,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, VerifyPhoneRefused> {
  const { record, guess, destination } = verify;
  const authorised = authoriseWrite(verify);
  if (authorised.isErr()) return err(authorised.error);
  if (destination === null) return err({ code: 'phone_invalid' });
  const state = settle(record.state, now);
  if (state.status === 'pending' && state.destination !== destination)
    return err({ code: 'nothing_pending' });
  return checkCode(record, guess, destination, now, limits);
}
