import { err, ok, type Result } from 'neverthrow';
import { addWrongGuess, checkGuessBudget, endCooldown, withoutUses } from './budgets.js';
import type { FactorRecord } from '../factor-record.js';
import { settle, NO_CODE, type EndedCode, type PendingCode } from './code-state.js';
import type { CodeLimits } from './limits.js';
import type { CodeMalformed } from '../../shared/one-time-code.js';

/** A guess that was already compared with the digest: the decision needs no keys. */
export type Guess =
  | { readonly type: 'malformed' }
  | { readonly type: 'code'; readonly matches: boolean };

/** No code is pending: none was requested, or it was cancelled. */
export interface NothingPending {
  readonly code: 'nothing_pending';
}

/** The code was wrong, and an attempt was spent. */
export interface CodeMismatch {
  readonly code: 'code_mismatch';
}

/** The code has expired: `lifetimeMs` (15 minutes by default) after it was sent, for step-up `stepUpLifetimeMs` (5). */
export interface CodeExpired {
  readonly code: 'code_expired';
}

/** Too many wrong codes; the code is destroyed, or the identity's guesses for this hour are spent. */
export interface AttemptsExhausted {
  readonly code: 'attempts_exhausted';
}

/** The code was sent to a number that the person has since changed. */
export interface PhoneChanged {
  readonly code: 'phone_changed';
}

/** The factor was removed, or the person was suspended, after the code was sent. */
export interface CodeWithdrawn {
  readonly code: 'code_withdrawn';
}

/** The outcome of a guess. A refusal is stored like a success, and reported only after that. */
export type CheckOutcome =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly error: GuessRefused };

export type GuessRefused =
  | CodeMismatch
  | CodeExpired
  | AttemptsExhausted
  | PhoneChanged
  | CodeWithdrawn;

/** A record after a guess, and what to report to the caller. */
export interface CheckedCode {
  readonly record: FactorRecord;
  readonly outcome: CheckOutcome;
  /** Why an answer was wrong, for the log; by default `code_mismatch`. */
  readonly reason?: WrongReason;
}

/** `sign_count_went_back`: the authenticator may have been cloned. */
export type WrongReason = 'code_mismatch' | 'sign_count_went_back';

/**
 * Compares a guess with the live code. Err means that nothing is stored. A wrong code spends an attempt, which must
 * be committed, so it is an outcome inside Ok.
 */
export function checkCode(
  record: FactorRecord,
  guess: Guess,
  destination: string | null,
  now: Date,
  limits: CodeLimits,
): Result<CheckedCode, NothingPending | CodeMalformed | AttemptsExhausted> {
  const state = settle(record.state, now);
  if (state.status === 'none') return err({ code: 'nothing_pending' });
  if (guess.type === 'malformed') return err({ code: 'code_malformed' });
  if (state.status !== 'pending') {
    return ok(refused({ ...record, state }, { code: ENDED_REASONS[state.status] }));
  }
  if (state.destination !== destination) return ok(ended(record, 'void', now));
  if (checkGuessBudget(record.wrongGuesses, now, limits).isErr()) {
    return err({ code: 'attempts_exhausted' });
  }
  return ok(guess.matches ? accepted(record, state) : wrong(record, state, now, limits));
}

/**
 * Removes only the wrong guesses at this code and the cool-down of its send. Otherwise a code for one's own number
 * would give guesses at another number.
 */
function accepted(record: FactorRecord, { issuedAt, wrongGuesses }: PendingCode): CheckedCode {
  return {
    record: {
      ...record,
      state: NO_CODE,
      sends: endCooldown(record.sends, issuedAt),
      wrongGuesses: withoutUses(record.wrongGuesses, wrongGuesses),
    },
    outcome: { type: 'accepted' },
  };
}

function wrong(
  record: FactorRecord,
  state: PendingCode,
  now: Date,
  limits: CodeLimits,
): CheckedCode {
  const attemptsSpent = state.attemptsSpent + 1;
  const wrongGuesses = [...state.wrongGuesses, now];
  const counted = { ...record, wrongGuesses: addWrongGuess(record.wrongGuesses, now) };
  return attemptsSpent >= limits.attempts
    ? ended(counted, 'exhausted', now)
    : refused({ ...counted, state: { ...state, attemptsSpent, wrongGuesses } }, MISMATCH);
}

function ended(record: FactorRecord, status: EndedCode['status'], now: Date): CheckedCode {
  return refused({ ...record, state: { status, endedAt: now } }, { code: ENDED_REASONS[status] });
}

function refused(record: FactorRecord, error: GuessRefused): CheckedCode {
  return { record, outcome: { type: 'refused', error } };
}

const MISMATCH: CodeMismatch = { code: 'code_mismatch' };

const ENDED_REASONS = {
  expired: 'code_expired',
  exhausted: 'attempts_exhausted',
  void: 'phone_changed',
  withdrawn: 'code_withdrawn',
} as const satisfies Record<EndedCode['status'], GuessRefused['code']>;
