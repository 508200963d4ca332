import { addMs } from '../../shared/duration.js';
import type { StepUpFactor } from '../../records/factor-name.js';
import { TOMBSTONE_MS } from './limits.js';
import type { CounterKey } from './send-counters.js';

/**
 * Identifies one of an identity's codes: there is at most one live code per factor and purpose, and for step-up one
 * per session.
 */
export type CodeSubject = { readonly factor: StepUpFactor } & (
  | { readonly purpose: 'enrolment' | 'phone' }
  | { readonly purpose: 'step_up'; readonly sessionId: string }
);

/** What a code is for. */
export type CodePurpose = CodeSubject['purpose'];

/** The state of an identity's code for one purpose. */
export type CodeState = NoCode | PendingCode | EndedCode;

/** No code was sent, or it was cancelled or used. */
export interface NoCode {
  readonly status: 'none';
}

/** A code was sent. It is valid while `now < expiresAt`. */
export interface PendingCode {
  readonly status: 'pending';
  readonly codeId: string;
  /**
   * A keyed digest of where it was sent; null if nothing was sent. If the person's address has changed since, the code is
   * void.
   */
  readonly destination: string | null;
  /** The data that a guess is verified with, in a format of the factor; secrets in it are encrypted or hashed. */
  readonly verifier: string;
  /** When its send was reserved: the entry in the ledgers. */
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Wrong codes so far. A resend keeps the count. */
  readonly attemptsSpent: number;
  /** The times of the wrong guesses at this code, oldest first. A resend starts an empty list. */
  readonly wrongGuesses: readonly Date[];
  /** The counters of the fraud guard that this send raised, and live ones before it to the same destination. */
  readonly counted: readonly CounterKey[];
}

/**
 * A tombstone: the code is destroyed, its end is remembered for 24 hours, so that a late answer gets 422 rather than
 * 404. `void`: the destination changed after the code was sent. `withdrawn`: the factor was removed, or the person
 * was suspended.
 */
export interface EndedCode {
  readonly status: 'expired' | 'exhausted' | 'void' | 'withdrawn';
  readonly endedAt: Date;
}

export const NO_CODE: NoCode = { status: 'none' };

/** Returns the pending code that replaces the previous state. Wrong guesses at a live code stay counted. */
export function pendingCode(
  before: CodeState,
  fresh: Pick<PendingCode, 'codeId' | 'destination' | 'verifier' | 'counted'>,
  now: Date,
  lifetimeMs: number,
): PendingCode {
  const current = settle(before, now);
  // A code proves no message to another number than its own.
  const isResent = current.status === 'pending' && current.destination === fresh.destination;
  return {
    status: 'pending',
    codeId: fresh.codeId,
    destination: fresh.destination,
    verifier: fresh.verifier,
    issuedAt: now,
    expiresAt: addMs(now, lifetimeMs),
    wrongGuesses: [],
    attemptsSpent: current.status === 'pending' ? current.attemptsSpent : 0,
    counted: isResent ? [...current.counted, ...fresh.counted] : fresh.counted,
  };
}

/** Applies the passage of time: a pending code expires, a tombstone is dropped. */
export function settle(state: CodeState, now: Date): CodeState {
  const settled: CodeState =
    state.status === 'pending' && now >= state.expiresAt
      ? { status: 'expired', endedAt: state.expiresAt }
      : state;
  return 'endedAt' in settled && now >= addMs(settled.endedAt, TOMBSTONE_MS) ? NO_CODE : settled;
}
