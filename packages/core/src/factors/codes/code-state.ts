import { addMs } from '../../shared/duration.js';
import type { KeptFactor } from '../factor-name.js';
import { TOMBSTONE_MS } from './limits.js';

/** Which of an identity's codes: it has at most one live code per factor and purpose, and for step-up one per session. */
export type CodeSubject = { readonly factor: KeptFactor } & (
  | { readonly purpose: 'enrolment' | 'phone' }
  | { readonly purpose: 'step_up'; readonly sessionId: string }
);

/** What a code is for. */
export type CodePurpose = CodeSubject['purpose'];

/** The life of the code of one identity for one purpose. */
export type CodeState = NoCode | PendingCode | EndedCode;

/** Nothing was ever sent, or it was cancelled or used up. */
export interface NoCode {
  readonly status: 'none';
}

/** A code was sent. It is valid while `now < expiresAt`. */
export interface PendingCode {
  readonly status: 'pending';
  readonly codeId: string;
  /** Where it was sent; null if nothing was sent. If the person's address has changed since, the code is void. */
  readonly destination: string | null;
  /** What a guess is verified by, in a form that the factor alone reads; no secret in it is plain. */
  readonly verifier: string;
  /** When its send was reserved: the entry in the ledgers. */
  readonly issuedAt: Date;
  readonly expiresAt: Date;
  /** Wrong codes so far. A resend keeps the count. */
  readonly attemptsSpent: number;
  /** The times of the wrong guesses at this very code, oldest first. A resend starts an empty list. */
  readonly wrongGuesses: readonly Date[];
}

/**
 * A tombstone: the code is destroyed, its end is remembered for 24 hours, so that a late answer gets
 * 422 rather than 404. `void`: the destination changed while the code was out. `withdrawn`: the factor was
 * removed, or the person was suspended.
 */
export interface EndedCode {
  readonly status: 'expired' | 'exhausted' | 'void' | 'withdrawn';
  readonly endedAt: Date;
}

export const NO_CODE: NoCode = { status: 'none' };

/** The pending code that takes the place of what was there. The wrong guesses at a live one stay counted. */
export function pendingCode(
  before: CodeState,
  fresh: Pick<PendingCode, 'codeId' | 'destination' | 'verifier'>,
  now: Date,
  lifetimeMs: number,
): PendingCode {
  const current = settle(before, now);
  return {
    status: 'pending',
    codeId: fresh.codeId,
    destination: fresh.destination,
    verifier: fresh.verifier,
    issuedAt: now,
    expiresAt: addMs(now, lifetimeMs),
    wrongGuesses: [],
    attemptsSpent: current.status === 'pending' ? current.attemptsSpent : 0,
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
