import { err, ok, type Result } from 'neverthrow';
import { addMs, days, hours, msBetween } from '../../shared/duration.js';
import type { DestinationShare } from './code-digest.js';
import type { CodeLimits } from './limits.js';

/** The sends to one identity, or within one share of a destination's budget. */
export interface SendLedger {
  /** Sends of the last 24 hours, oldest first. */
  readonly sentAt: readonly Date[];
  /** When the cool-down started; null where none runs. */
  readonly cooldownStartedAt: Date | null;
}

export const EMPTY_SEND_LEDGER: SendLedger = { sentAt: [], cooldownStartedAt: null };

/** The last code went out less than the cool-down ago. */
export interface SendCoolingDown {
  readonly code: 'send_cooling_down';
  /** Milliseconds until a send is possible again; at least 1. */
  readonly retryAfterMs: number;
}

/** The send budget of the identity or the destination is spent, or the identity's budget of refused sends. */
export interface SendBudgetSpent {
  readonly code: 'send_budget_spent';
  readonly retryAfterMs: number;
}

/** `guessesPerHour` wrong codes (10 by default) within the hour: no further code is sent. */
export interface GuessBudgetSpent {
  readonly code: 'guess_budget_spent';
  readonly retryAfterMs: number;
}

/** `startsPerHour` starts (10 by default) within the hour: enrolments that send nothing, and sets of recovery codes. */
export interface StartBudgetSpent {
  readonly code: 'start_budget_spent';
  readonly retryAfterMs: number;
}

/** The limits of one ledger. */
export type SendLimits = Pick<CodeLimits, 'sendCooldownMs' | 'sendsPerHour' | 'sendsPerDay'>;

/** Returns the limits of one share of a destination's budget. */
export function destinationLimits(share: DestinationShare, limits: CodeLimits): SendLimits {
  const { sendCooldownMs, claimsPerHour, claimsPerDay } = limits;
  return share === 'owner'
    ? limits
    : { sendCooldownMs, sendsPerHour: claimsPerHour, sendsPerDay: claimsPerDay };
}

/**
 * Takes one send from the ledger, before anything is sent. `retryAfterMs` of a refusal is the time after which
 * every limit of the ledger allows a send.
 */
export function reserveSend(
  ledger: SendLedger,
  now: Date,
  limits: SendLimits,
): Result<SendLedger, SendCoolingDown | SendBudgetSpent> {
  const cooling = coolDownLeft(ledger, now, limits);
  const spent = Math.max(
    waitFor(ledger.sentAt, limits.sendsPerHour, hours(1), now),
    waitFor(ledger.sentAt, limits.sendsPerDay, days(1), now),
  );
  const retryAfterMs = Math.max(cooling, spent);
  if (cooling > 0) return err({ code: 'send_cooling_down', retryAfterMs });
  if (spent > 0) return err({ code: 'send_budget_spent', retryAfterMs });
  return ok({ sentAt: [...within(ledger.sentAt, days(1), now), now], cooldownStartedAt: now });
}

/** Ends the cool-down, where it is the one that this send started. The send stays counted. */
export function endCooldown(ledger: SendLedger, sentAt: Date): SendLedger {
  const { cooldownStartedAt } = ledger;
  return cooldownStartedAt !== null && isSame(cooldownStartedAt, sentAt)
    ? { ...ledger, cooldownStartedAt: null }
    : ledger;
}

/** Removes a send from the ledger, because it was certainly not sent. */
export function removeSend(ledger: SendLedger, sentAt: Date): SendLedger {
  return { ...endCooldown(ledger, sentAt), sentAt: withoutUses(ledger.sentAt, [sentAt]) };
}

/**
 * Returns the destination's ledger as it applies to the identity. A cool-down that the identity's own send started
 * ends there as soon as it ends for the identity.
 */
export function withoutOwnCooldown(destinationSends: SendLedger, sends: SendLedger): SendLedger {
  const { cooldownStartedAt } = destinationSends;
  const isOver =
    cooldownStartedAt !== null &&
    sends.cooldownStartedAt === null &&
    sends.sentAt.some((at) => isSame(at, cooldownStartedAt));
  return isOver ? { ...destinationSends, cooldownStartedAt: null } : destinationSends;
}

/** Whether the identity's budget of refused sends has room in this hour. */
export function checkRefusalBudget(
  refusals: readonly Date[],
  now: Date,
  limits: CodeLimits,
): Result<void, SendBudgetSpent> {
  const retryAfterMs = waitFor(refusals, limits.refusalsPerHour, hours(1), now);
  return retryAfterMs > 0 ? err({ code: 'send_budget_spent', retryAfterMs }) : ok(undefined);
}

/** The refusals of the last hour, with this one. */
export function addRefusal(refusals: readonly Date[], now: Date): readonly Date[] {
  return [...within(refusals, hours(1), now), now];
}

/** Whether the identity may still guess, and so whether a code should be sent to it. */
export function checkGuessBudget(
  wrongGuesses: readonly Date[],
  now: Date,
  limits: CodeLimits,
): Result<void, GuessBudgetSpent> {
  const retryAfterMs = waitFor(wrongGuesses, limits.guessesPerHour, hours(1), now);
  return retryAfterMs > 0 ? err({ code: 'guess_budget_spent', retryAfterMs }) : ok(undefined);
}

/** The identity's guesses that are left. */
export interface GuessesLeft {
  /** Wrong guesses until no answer is compared any more; 0 or more. */
  readonly remaining: number;
  /** When none of the wrong guesses so far counts any more; null where none counts now. */
  readonly resetsAt: Date | null;
}

/** Returns what is left of the hourly budget of wrong guesses. */
export function guessesLeft(
  wrongGuesses: readonly Date[],
  now: Date,
  { guessesPerHour }: Pick<CodeLimits, 'guessesPerHour'>,
): GuessesLeft {
  const counting = within(wrongGuesses, hours(1), now);
  const last = counting.at(-1);
  return {
    remaining: Math.max(0, guessesPerHour - counting.length),
    resetsAt: last === undefined ? null : addMs(last, hours(1)),
  };
}

/** The wrong guesses of the last hour, with this one. */
export function addWrongGuess(wrongGuesses: readonly Date[], now: Date): readonly Date[] {
  return [...within(wrongGuesses, hours(1), now), now];
}

/** Takes one start from the identity's budget: the starts of the last hour, with this one. */
export function reserveStart(
  starts: readonly Date[],
  now: Date,
  limits: Pick<CodeLimits, 'startsPerHour'>,
): Result<readonly Date[], StartBudgetSpent> {
  const retryAfterMs = waitFor(starts, limits.startsPerHour, hours(1), now);
  if (retryAfterMs > 0) return err({ code: 'start_budget_spent', retryAfterMs });
  return ok([...within(starts, hours(1), now), now]);
}

/** Removes one entry for each given send or guess; other entries may have the same millisecond. */
export function withoutUses(uses: readonly Date[], named: readonly Date[]): readonly Date[] {
  return named.reduce<readonly Date[]>((left, at) => {
    const index = left.findLastIndex((use) => isSame(use, at));
    return index === -1 ? left : left.toSpliced(index, 1);
  }, uses);
}

function isSame(one: Date, other: Date): boolean {
  return one.getTime() === other.getTime();
}

function coolDownLeft({ cooldownStartedAt }: SendLedger, now: Date, limits: SendLimits): number {
  if (cooldownStartedAt === null) return 0;
  return Math.max(0, msBetween(now, addMs(cooldownStartedAt, limits.sendCooldownMs)));
}

/** Milliseconds until a sliding window allows one more use; 0 if it does now. */
function waitFor(uses: readonly Date[], limit: number, windowMs: number, now: Date): number {
  const blocking = within(uses, windowMs, now).at(-limit);
  return blocking === undefined ? 0 : msBetween(now, addMs(blocking, windowMs));
}

/** Returns the uses within the window that ends now. A use leaves the window exactly when the window has passed. */
function within(uses: readonly Date[], windowMs: number, now: Date): readonly Date[] {
  return uses.filter((at) => now < addMs(at, windowMs));
}
