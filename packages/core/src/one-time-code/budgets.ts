import { err, ok, type Result } from 'neverthrow';
import { addMs, days, hours, msBetween } from '../shared/duration.js';
import type { CodeLimits } from './limits.js';

/** What one identity, or one phone number, has had sent. */
export interface SendLedger {
  /** Sends of the last 24 hours, oldest first. */
  readonly sentAt: readonly Date[];
  /** The moment the cool-down runs from; null where none runs. */
  readonly coolingSince: Date | null;
}

export const EMPTY_SEND_LEDGER: SendLedger = { sentAt: [], coolingSince: null };

/** The last code went out less than the cool-down ago. */
export interface SendCoolingDown {
  readonly code: 'send_cooling_down';
  /** Milliseconds until a send is possible again; at least 1. */
  readonly retryAfterMs: number;
}

/** The identity or the phone number has had its sends for the hour or the day. */
export interface SendBudgetSpent {
  readonly code: 'send_budget_spent';
  readonly retryAfterMs: number;
}

/** `guessesPerHour` wrong codes (10 by default) within the hour: no further code is sent. */
export interface GuessBudgetSpent {
  readonly code: 'guess_budget_spent';
  readonly retryAfterMs: number;
}

/** Takes one send from the ledger, before anything is sent. A refusal's wait is the one after which nothing refuses. */
export function reserveSend(
  ledger: SendLedger,
  now: Date,
  limits: CodeLimits,
): Result<SendLedger, SendCoolingDown | SendBudgetSpent> {
  const cooling = coolDownLeft(ledger, now, limits);
  const spent = Math.max(
    waitFor(ledger.sentAt, limits.sendsPerHour, hours(1), now),
    waitFor(ledger.sentAt, limits.sendsPerDay, days(1), now),
  );
  const retryAfterMs = Math.max(cooling, spent);
  if (cooling > 0) return err({ code: 'send_cooling_down', retryAfterMs });
  if (spent > 0) return err({ code: 'send_budget_spent', retryAfterMs });
  return ok({ sentAt: [...within(ledger.sentAt, days(1), now), now], coolingSince: now });
}

/**
 * Ends the cool-down of a send that failed. Where it surely did not go out, the budget gets it back
 * as well; where it may have, it stays counted.
 */
export function releaseSend(
  ledger: SendLedger,
  reservedAt: Date,
  failure: 'refused' | 'unknown',
): SendLedger {
  const isReserved = (at: Date): boolean => at.getTime() === reservedAt.getTime();
  const { sentAt, coolingSince } = ledger;
  // One entry only: an earlier send that failed as `unknown` may bear the same millisecond.
  const reserved = sentAt.findLastIndex(isReserved);
  return {
    sentAt: failure === 'refused' ? sentAt.filter((_, index) => index !== reserved) : sentAt,
    coolingSince: coolingSince !== null && isReserved(coolingSince) ? null : coolingSince,
  };
}

/** Whether the identity may still guess (and so, whether sending it a code makes sense). */
export function checkGuessBudget(
  wrongGuesses: readonly Date[],
  now: Date,
  limits: CodeLimits,
): Result<void, GuessBudgetSpent> {
  const retryAfterMs = waitFor(wrongGuesses, limits.guessesPerHour, hours(1), now);
  return retryAfterMs > 0 ? err({ code: 'guess_budget_spent', retryAfterMs }) : ok(undefined);
}

/** The wrong guesses of the last hour, with this one. */
export function addWrongGuess(wrongGuesses: readonly Date[], now: Date): readonly Date[] {
  return [...within(wrongGuesses, hours(1), now), now];
}

function coolDownLeft({ coolingSince }: SendLedger, now: Date, limits: CodeLimits): number {
  if (coolingSince === null) return 0;
  return Math.max(0, msBetween(now, addMs(coolingSince, limits.sendCooldownMs)));
}

/** Milliseconds until one more use fits into a sliding window; 0 where it fits now. */
function waitFor(uses: readonly Date[], limit: number, windowMs: number, now: Date): number {
  const blocking = within(uses, windowMs, now).at(-limit);
  return blocking === undefined ? 0 : msBetween(now, addMs(blocking, windowMs));
}

/** The uses that a window ending now still holds: one falls out exactly when the window has passed. */
function within(uses: readonly Date[], windowMs: number, now: Date): readonly Date[] {
  return uses.filter((at) => now < addMs(at, windowMs));
}
