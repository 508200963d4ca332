import { checkGuessBudget } from '../one-time-code/budgets.js';
import type { CheckedCode } from '../one-time-code/check-code.js';
import type { CodeRecord } from '../one-time-code/code-record.js';
import type { CodePurpose } from '../one-time-code/code-state.js';
import type { CodeLimits } from '../one-time-code/limits.js';
import type { AuthenticationEntryType } from './authentication-entry.js';

/** What a wrong guess has used up: the guesses at its code, or those of the identity for this hour. */
export type LockReason = 'attempts_exhausted' | 'guess_budget_spent';

/** Something that the authentication log has an entry for. */
export type Happening =
  | { readonly type: 'factor.refused'; readonly reason: 'code_mismatch' }
  | { readonly type: 'factor.locked'; readonly reason: LockReason }
  | {
      readonly type: Exclude<AuthenticationEntryType, 'factor.refused' | 'factor.locked'>;
      readonly reason: null;
    };

/** A code was issued: an enrolment starts, or a session is challenged, again where a code was out before. */
export function tellIssued(purpose: CodePurpose): readonly Happening[] {
  switch (purpose) {
    case 'enrolment':
      return [{ type: 'factor.enrolment_started', reason: null }];
    case 'step_up':
      return [{ type: 'factor.challenged', reason: null }];
    case 'phone':
      return [];
  }
}

/**
 * A code was guessed at. The right one tells what it proved, and a wrong one that it was wrong. The wrong one
 * that ends the guesses, at that code or of the identity within the hour, also tells of the lock. What is refused
 * for any other reason was no guess and tells nothing, so a lock is told once, not at each try against it.
 */
export function tellChecked(
  purpose: CodePurpose,
  before: CodeRecord,
  { record, outcome }: CheckedCode,
  now: Date,
  limits: CodeLimits,
): readonly Happening[] {
  if (outcome.type === 'accepted') return [{ type: PROVEN[purpose], reason: null }];
  if (record.wrongGuesses === before.wrongGuesses) return [];
  const refused: Happening = { type: 'factor.refused', reason: 'code_mismatch' };
  const lock = lockOf(record, now, limits);
  return lock === null ? [refused] : [refused, { type: 'factor.locked', reason: lock }];
}

/** The factor was removed. A pending enrolment that is cancelled was no factor, and tells nothing. */
export function tellRemoved({ enrolledAt }: CodeRecord): readonly Happening[] {
  return enrolledAt === null ? [] : [{ type: 'factor.removed', reason: null }];
}

const PROVEN = {
  enrolment: 'factor.enrolled',
  step_up: 'factor.verified',
  phone: 'phone.verified',
} as const satisfies Record<CodePurpose, AuthenticationEntryType>;

/** The wider of the two where both are used up; null where there are guesses left. */
function lockOf(
  { state, wrongGuesses }: CodeRecord,
  now: Date,
  limits: CodeLimits,
): LockReason | null {
  if (checkGuessBudget(wrongGuesses, now, limits).isErr()) return 'guess_budget_spent';
  return state.status === 'exhausted' ? 'attempts_exhausted' : null;
}
