import type { PendingDelivery, WaitingSubscriber } from '../pending-delivery.js';
import { createWindow, type BacklogWindow } from './backlog-window.js';
import { PAUSE_MS, type BreakerState } from './circuit-breaker.js';
import { nextStartTime, startsUntil } from './start-rate.js';

/** What a worker knows of one subscriber. Times are milliseconds since 1970. */
export interface SubscriberBacklog extends WaitingSubscriber {
  readonly first: BacklogWindow;
  /** Retries, replays and tests. */
  readonly late: BacklogWindow;
  /** Deliveries in both windows when they were counted last. */
  counted: number;
  /** Deliveries that were started and have not ended. */
  underWay: number;
  /** The latest starts, for the limit by second. */
  starts: readonly number[];
  breaker: BreakerState | null;
  /** Nothing starts before this time: it is paused until then, or is asked about again. */
  pausedUntil: number;
  /** One attempt is made at a time, until one succeeds. */
  isOnTrial: boolean;
  /** Pauses in a row by its answers, with no success between. */
  busyPauses: number;
  /** Until when a pause by an answer of it counts here though it may not be stored yet; at most as long as a breaker's. */
  busyUntil: number;
  /** Since when nothing of it is pending. */
  idleSince: number;
}

export interface SubscriberLimits {
  readonly perSubscriber: number;
  readonly perSecond: number | null;
}

export function createSubscriberBacklog(subscriber: WaitingSubscriber): SubscriberBacklog {
  const { tenantId, subscriberId, shard } = subscriber;
  return {
    ...{ tenantId, subscriberId, shard, first: createWindow(), late: createWindow() },
    ...{ counted: 0, underWay: 0, starts: [] },
    ...{ breaker: null, pausedUntil: -Infinity, isOnTrial: false, idleSince: 0 },
    ...{ busyPauses: 0, busyUntil: -Infinity },
  };
}

export function windowOf({ first, late }: SubscriberBacklog, isLate: boolean): BacklogWindow {
  return isLate ? late : first;
}

export function rowCount({ first, late }: SubscriberBacklog): number {
  return first.rows.length + late.rows.length;
}

/** Whether something of it is pending, as far as is known. */
export function isBusy(subscriber: SubscriberBacklog): boolean {
  const { first, late, underWay } = subscriber;
  const hasMore = first.rest !== null || late.rest !== null;
  return hasMore || underWay > 0 || rowCount(subscriber) > 0;
}

/** When its earliest delivery in memory became due, or will; infinity for none. */
export function earliestDueAt({ first, late }: SubscriberBacklog): number {
  return Math.min(dueAtOf(first.rows[0]), dueAtOf(late.rows[0]));
}

/** When its next attempt may start; infinity while others must end before, or storage must be read. */
export function nextStartAt(
  subscriber: SubscriberBacklog,
  { perSubscriber, perSecond }: SubscriberLimits,
): number {
  const { starts, pausedUntil, isOnTrial, underWay } = subscriber;
  const isFull = underWay >= (isOnTrial ? 1 : perSubscriber);
  if (isFull || awaitsFirst(subscriber)) return Infinity;
  return Math.max(earliestDueAt(subscriber), pausedUntil, nextStartTime(starts, perSecond));
}

/** Takes the next of those that are due: a first attempt, if there is one. */
export function takeRow({ first, late }: SubscriberBacklog, now: number): PendingDelivery {
  const [firstRow] = first.rows;
  const isFirstDue = firstRow !== undefined && firstRow.dueAt.getTime() <= now;
  const row = (isFirstDue ? first : late).rows.shift();
  if (row === undefined) throw new TypeError('nothing of the subscriber is due');
  return row;
}

/** Nothing waits longer because the clock was set back: a pause that is too long by that is asked about at once. */
export function setClockBack(subscriber: SubscriberBacklog, now: number): void {
  subscriber.starts = startsUntil(subscriber.starts, now);
  if (subscriber.pausedUntil > now + PAUSE_MS) subscriber.pausedUntil = now;
  if (subscriber.busyUntil > now + PAUSE_MS) subscriber.busyUntil = now;
  subscriber.idleSince = Math.min(subscriber.idleSince, now);
}

function dueAtOf(row: PendingDelivery | undefined): number {
  return row?.dueAt.getTime() ?? Infinity;
}

/** First attempts go before others, so these wait while none of the first is in memory and storage may have some. */
function awaitsFirst({ first }: SubscriberBacklog): boolean {
  return first.rows.length === 0 && first.rest !== null;
}
