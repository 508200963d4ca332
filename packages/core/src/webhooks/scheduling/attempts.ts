import { deliveryKey, type PendingDelivery } from '../pending-delivery.js';
import type { Backlog } from './backlog.js';
import { isCurrent, PAUSE_MS, recordOutcome } from './circuit-breaker.js';
import { busyPause, type BusyAnswer, type Pause } from './pause.js';
import type { ScheduleOptions, Standing } from './schedule.js';
import type { StartOrder } from './start-order.js';
import { withoutStart, withStart } from './start-rate.js';
import { takeRow, type SubscriberBacklog } from './subscriber-backlog.js';

/** The attempts of a schedule, from their start to their end, and the slots that they take. */
export interface Attempts {
  /** Starts the next attempt of a subscriber that has something due; null where it is under way already. */
  begin(subscriber: SubscriberBacklog): PendingDelivery | null;
  confirm(delivery: PendingDelivery, standing: Standing, now: Date): boolean;
  answer(
    delivery: PendingDelivery,
    hasFailed: boolean,
    now: Date,
    busy: BusyAnswer | null,
  ): Pause | null;
  /**
   * Ends an attempt; the delivery goes on as `next`. Returns false where storage alone knows how it goes on,
   * because its shard was forgotten meanwhile: then the subscriber is read again.
   */
  end(delivery: PendingDelivery, next: PendingDelivery | null): boolean;
  /** Ends an attempt where storage alone knows how the delivery goes on. */
  readAgain(delivery: PendingDelivery): void;
  isUnderWay(key: string): boolean;
  /** The shards of all that is under way. */
  shards(): ReadonlySet<number>;
  forget(shards: ReadonlySet<number>): void;
  freeSlots(): number;
}

interface Attempt {
  readonly subscriber: SubscriberBacklog;
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Storage lets it go on. */
  isConfirmed: boolean;
  hasAnswered: boolean;
  /** Its subscriber is read again when it ends: its shard was forgotten meanwhile, or it has no result. */
  mustReload: boolean;
}

/** @param owned the shards that the worker owns now */
export function createAttempts(
  { slots, perSecond, circuitBreaker }: ScheduleOptions,
  { backlog, order }: { readonly backlog: Backlog; readonly order: StartOrder },
  owned: ReadonlySet<number>,
): Attempts {
  /** By the delivery as it was started, the same object: a key takes longer to make. */
  const underWay = new Map<PendingDelivery, Attempt>();
  const keys = new Set<string>();
  /** Attempts that were answered: they wait for their results to be stored, and take no slot. */
  let answered = 0;

  function freeSlot(attempt: Attempt): void {
    if (attempt.hasAnswered) return;
    attempt.hasAnswered = true;
    answered += 1;
    order.release(attempt.subscriber.tenantId);
  }

  function end(delivery: PendingDelivery, next: PendingDelivery | null): boolean {
    const attempt = underWay.get(delivery);
    if (attempt === undefined) return false;
    const { subscriber, key, startedAt, hasAnswered, mustReload } = attempt;
    const endedUnsent = next === null && !hasAnswered && !mustReload;
    if (endedUnsent) subscriber.starts = withoutStart(subscriber.starts, startedAt);
    freeSlot(attempt);
    answered -= 1;
    underWay.delete(delivery);
    keys.delete(key);
    subscriber.underWay -= 1;
    if (mustReload && owned.has(subscriber.shard)) backlog.reload(subscriber);
    else if (!mustReload && next !== null) backlog.put(next);
    else backlog.settle(subscriber);
    return !mustReload;
  }

  function mayGoOn({ subscriber, mustReload }: Attempt, now: Date): boolean {
    if (mustReload || subscriber.pausedUntil > now.getTime()) return false;
    if (!subscriber.isOnTrial) return true;
    const others = [...underWay.values()].filter((other) => other.subscriber === subscriber);
    return !others.some(({ isConfirmed }) => isConfirmed);
  }

  return {
    begin(subscriber) {
      const row = takeRow(subscriber, order.now);
      const key = deliveryKey(row);
      // Storage went back in time, and gave a delivery once more, at another place.
      const isNew = !keys.has(key);
      if (isNew) {
        const begun = { isConfirmed: false, hasAnswered: false, mustReload: false };
        underWay.set(row, { subscriber, key, startedAt: order.now, ...begun });
        keys.add(key);
        subscriber.underWay += 1;
        if (perSecond !== null) subscriber.starts = withStart(subscriber.starts, order.now);
        order.begin(subscriber);
      }
      backlog.settle(subscriber);
      return isNew ? row : null;
    },

    confirm(delivery, standing, now) {
      const attempt = underWay.get(delivery);
      if (attempt === undefined) return false;
      if (learnStanding(attempt.subscriber, standing, now)) backlog.settle(attempt.subscriber);
      attempt.isConfirmed = mayGoOn(attempt, now);
      if (!attempt.isConfirmed) end(delivery, delivery);
      return attempt.isConfirmed;
    },

    answer(delivery, hasFailed, now, busy) {
      const attempt = underWay.get(delivery);
      if (attempt === undefined || attempt.hasAnswered) return null;
      const { subscriber } = attempt;
      const { isOnTrial } = subscriber;
      freeSlot(attempt);
      if (!hasFailed) noteSuccess(subscriber);
      const brokenUntil = circuitBreaker ? countOutcome(subscriber, hasFailed, now) : null;
      const asked = busy && askedPause(subscriber, busy, now);
      const pause = laterPause(asked, brokenUntil, subscriber.busyPauses);
      if (pause !== null) beginPause(subscriber, pause, now);
      if (pause !== null || subscriber.isOnTrial !== isOnTrial) backlog.settle(subscriber);
      return pause;
    },

    end,
    readAgain(delivery) {
      const attempt = underWay.get(delivery);
      if (attempt === undefined) return;
      attempt.mustReload = true;
      end(delivery, null);
    },
    isUnderWay: (key) => keys.has(key),
    shards: () => new Set([...underWay.values()].map(({ subscriber }) => subscriber.shard)),
    forget(shards) {
      for (const attempt of underWay.values()) {
        if (shards.has(attempt.subscriber.shard)) attempt.mustReload = true;
      }
    },
    freeSlots: () => Math.min(slots - (underWay.size - answered), 2 * slots - underWay.size),
  };
}

/**
 * Notes the subscriber's standing in storage, beside a pause that this worker has begun, which may not be stored yet. A pause
 * counts for as long as a breaker's at most; then storage is asked again, in case the clock was set back or the pause was
 * ended. Returns whether that changes the subscriber.
 */
function learnStanding(subscriber: SubscriberBacklog, standing: Standing, now: Date): boolean {
  const { breaker, pausedUntil, isOnTrial, busyUntil, busyPauses } = subscriber;
  const ownPause = breaker !== null && isCurrent(breaker, now) ? breaker.pausedUntil : null;
  const isBusy = busyUntil > now.getTime();
  const until = Math.max(timeOf(standing.pausedUntil), timeOf(ownPause), busyUntil);
  subscriber.pausedUntil = Math.min(until, now.getTime() + PAUSE_MS);
  subscriber.isOnTrial = standing.isOnTrial || ownPause !== null || isBusy;
  subscriber.busyPauses = isBusy ? busyPauses : standing.busyPauses;
  return subscriber.pausedUntil !== pausedUntil || subscriber.isOnTrial !== isOnTrial;
}

/** Counts an attempt for the circuit breaker; returns until when that pauses the subscriber, null for no new pause. */
function countOutcome(subscriber: SubscriberBacklog, hasFailed: boolean, now: Date): Date | null {
  const { state, pauseUntil } = recordOutcome(subscriber.breaker, hasFailed, now);
  subscriber.breaker = state;
  return pauseUntil;
}

function noteSuccess(subscriber: SubscriberBacklog): void {
  subscriber.isOnTrial = false;
  subscriber.busyPauses = 0;
  subscriber.busyUntil = -Infinity;
}

/**
 * Several attempts that were under way together begin one pause, which lasts as long as the longest `Retry-After` of them. Without a
 * trial there is no pause: the worker waits for a reason of its own.
 */
function askedPause(
  { busyPauses, isOnTrial, pausedUntil }: SubscriberBacklog,
  busy: BusyAnswer,
  now: Date,
): Pause | null {
  if (!isOnTrial || pausedUntil <= now.getTime()) return busyPause(busyPauses, busy, now);
  return busy.retryAfterMs > 0 ? { ...busyPause(busyPauses, busy, now), busyPauses } : null;
}

/** What a subscriber says counts before what is counted of it. */
function laterPause(
  asked: Pause | null,
  brokenUntil: Date | null,
  busyPauses: number,
): Pause | null {
  if (asked !== null) {
    return brokenUntil !== null && brokenUntil > asked.until
      ? { ...asked, until: brokenUntil }
      : asked;
  }
  return brokenUntil && { until: brokenUntil, reason: 'failing', busyPauses };
}

function beginPause(subscriber: SubscriberBacklog, pause: Pause, now: Date): void {
  const until = Math.min(pause.until.getTime(), now.getTime() + PAUSE_MS);
  subscriber.pausedUntil = Math.max(subscriber.pausedUntil, until);
  subscriber.isOnTrial = true;
  if (pause.reason !== 'busy') return;
  subscriber.busyPauses = pause.busyPauses;
  subscriber.busyUntil = until;
}

function timeOf(time: Date | null): number {
  return time?.getTime() ?? -Infinity;
}
