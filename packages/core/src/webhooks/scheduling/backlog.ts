import type { SubscriberKey, WaitingSubscriber, WindowRequest } from '../pending-delivery.js';
import type { BacklogWindow } from './backlog-window.js';
import {
  createSubscriberBacklog,
  isBusy,
  rowCount,
  type SubscriberBacklog,
} from './subscriber-backlog.js';
import { createTurnOrder } from './turn-order.js';

/** Deliveries that a window holds at least, if there are as many; and at most. */
const MIN_CAPACITY = 10;
const MAX_CAPACITY = 500;

/**
 * Milliseconds for which a subscriber without pending deliveries is remembered: its limit by second, its standing,
 * and its circuit breaker, which counts five minutes and the pause before.
 */
const MEMORY_MS = 330_000;

/**
 * The subscribers that a worker knows, and their windows. All windows together hold at most `maxRows` deliveries, and
 * ten more for each window.
 */
export interface Backlog {
  /** The subscriber, which is new if it was not known. */
  open(subscriber: WaitingSubscriber): SubscriberBacklog;
  find(key: SubscriberKey): SubscriberBacklog | undefined;
  all(): Iterable<SubscriberBacklog>;
  /** Deliveries that the window may hold now. */
  capacity(window: BacklogWindow): number;
  /** Counts again after a change of the subscriber, which had so many rows before. */
  recount(subscriber: SubscriberBacklog, rowsBefore: number, now: number): void;
  /** The windows to load next, those in turn that are half empty; at most `limit`. */
  wanted(limit: number, isServed: (shard: number) => boolean): readonly WindowRequest[];
  /** Forgets subscribers that have been idle for long. */
  forgetIdle(now: number): void;
}

export function createBacklog(maxRows: number): Backlog {
  const subscribers = new Map<string, SubscriberBacklog>();
  const idle = createTurnOrder<SubscriberBacklog>();
  /** Those with a window to load. */
  const hungry = createTurnOrder<SubscriberBacklog>();
  let rows = 0;

  function capacity(window: BacklogWindow): number {
    const share = Math.floor(maxRows / (subscribers.size - idle.size));
    const free = window.rows.length + maxRows - rows;
    return Math.max(Math.min(share, free, MAX_CAPACITY), MIN_CAPACITY);
  }

  const isHungry = (window: BacklogWindow): boolean =>
    window.rest !== null && 2 * window.rows.length <= capacity(window);

  function request(subscriber: SubscriberBacklog, isLate: boolean): readonly WindowRequest[] {
    const window = isLate ? subscriber.late : subscriber.first;
    if (window.rest === null || !isHungry(window)) return [];
    const { tenantId, subscriberId, shard } = subscriber;
    const limit = capacity(window) - window.rows.length;
    window.asked = { tenantId, subscriberId, shard, isLate, after: window.rest.after, limit };
    return [window.asked];
  }

  return {
    open(subscriber) {
      const key = keyOf(subscriber);
      const known = subscribers.get(key);
      if (known !== undefined) return known;
      const opened = createSubscriberBacklog(subscriber);
      subscribers.set(key, opened);
      return opened;
    },
    find: (key) => subscribers.get(keyOf(key)),
    all: () => subscribers.values(),
    capacity,

    recount(subscriber, rowsBefore, now) {
      rows += rowCount(subscriber) - rowsBefore;
      if (isHungry(subscriber.first) || isHungry(subscriber.late)) hungry.add(subscriber);
      else hungry.delete(subscriber);
      if (isBusy(subscriber)) {
        idle.delete(subscriber);
      } else if (!idle.has(subscriber)) {
        subscriber.idleSince = now;
        idle.add(subscriber);
      }
    },

    wanted(limit, isServed) {
      const requests: WindowRequest[] = [];
      for (let left = hungry.size; left > 0 && requests.length < limit; left -= 1) {
        const subscriber = hungry.first();
        if (subscriber === undefined) break;
        hungry.delete(subscriber);
        const isWaiting = !isServed(subscriber.shard);
        const asked = isWaiting ? [] : [false, true].flatMap((late) => request(subscriber, late));
        requests.push(...asked);
        if (isWaiting || asked.length > 0) hungry.add(subscriber);
      }
      return requests.slice(0, limit);
    },

    forgetIdle(now) {
      for (const subscriber of idle) {
        if (subscriber.idleSince + MEMORY_MS > now) return;
        idle.delete(subscriber);
        subscribers.delete(keyOf(subscriber));
      }
    },
  };
}

function keyOf({ tenantId, subscriberId }: SubscriberKey): string {
  return `${tenantId} ${subscriberId}`;
}
