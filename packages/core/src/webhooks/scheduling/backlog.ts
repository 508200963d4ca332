import type {
  PendingDelivery,
  SubscriberKey,
  WaitingSubscriber,
  WindowRequest,
} from '../pending-delivery.js';
import { addRow, emptyWindow, loadRows, type BacklogWindow } from './backlog-window.js';
import type { StartOrder } from './start-order.js';
import {
  createSubscriberBacklog,
  isBusy,
  rowCount,
  windowOf,
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
  all(): Iterable<SubscriberBacklog>;
  /** Puts a delivery into its window. */
  put(row: PendingDelivery): void;
  /** Has both windows of a subscriber loaded from their beginning. */
  reload(subscriber: WaitingSubscriber): void;
  /** Takes the answer to a request; see {@link loadRows}. */
  load(
    request: WindowRequest,
    rows: readonly PendingDelivery[],
    isKnown: (row: PendingDelivery) => boolean,
  ): void;
  /** Puts a subscriber where it belongs. It is called after each change of one. */
  settle(subscriber: SubscriberBacklog): void;
  /** The windows to load next, those in turn that are half empty, until they ask for `limit` deliveries. */
  wanted(limit: number, isServed: (shard: number) => boolean): readonly WindowRequest[];
  /** Forgets subscribers that have been idle for long. */
  forgetIdle(now: number): void;
}

export function createBacklog(maxRows: number, order: Pick<StartOrder, 'now' | 'place'>): Backlog {
  const subscribers = new Map<string, SubscriberBacklog>();
  const idle = createTurnOrder<SubscriberBacklog>();
  /** Those with a window to load. */
  const hungry = createTurnOrder<SubscriberBacklog>();
  let rows = 0;

  function open(subscriber: WaitingSubscriber): SubscriberBacklog {
    const key = keyOf(subscriber);
    const known = subscribers.get(key);
    if (known !== undefined) return known;
    const opened = createSubscriberBacklog(subscriber);
    subscribers.set(key, opened);
    return opened;
  }

  /** Deliveries that the window may hold now. */
  function capacity(window: BacklogWindow): number {
    const share = Math.floor(maxRows / (subscribers.size - idle.size));
    const free = window.rows.length + maxRows - rows;
    return Math.max(Math.min(share, free, MAX_CAPACITY), MIN_CAPACITY);
  }

  const isHungry = (window: BacklogWindow): boolean =>
    window.rest !== null && 2 * window.rows.length <= capacity(window);

  function settle(subscriber: SubscriberBacklog): void {
    const count = rowCount(subscriber);
    rows += count - subscriber.counted;
    subscriber.counted = count;
    if (isHungry(subscriber.first) || isHungry(subscriber.late)) hungry.add(subscriber);
    else hungry.delete(subscriber);
    if (isBusy(subscriber)) {
      idle.delete(subscriber);
    } else if (!idle.has(subscriber)) {
      subscriber.idleSince = order.now;
      idle.add(subscriber);
    }
    order.place(subscriber);
  }

  function request(subscriber: SubscriberBacklog, isLate: boolean): readonly WindowRequest[] {
    const window = windowOf(subscriber, isLate);
    if (window.rest === null || !isHungry(window)) return [];
    const { tenantId, subscriberId, shard } = subscriber;
    const limit = capacity(window) - window.rows.length;
    window.asked = { tenantId, subscriberId, shard, isLate, after: window.rest.after, limit };
    return [window.asked];
  }

  return {
    all: () => subscribers.values(),
    put(row) {
      const subscriber = open(row);
      const window = windowOf(subscriber, row.isLate);
      addRow(window, row, capacity(window));
      settle(subscriber);
    },
    reload(waiting) {
      const subscriber = open(waiting);
      emptyWindow(subscriber.first, { after: null });
      emptyWindow(subscriber.late, { after: null });
      settle(subscriber);
    },
    load(asked, loaded, isKnown) {
      const subscriber = subscribers.get(keyOf(asked));
      if (subscriber === undefined) return;
      const window = windowOf(subscriber, asked.isLate);
      loadRows(window, asked, loaded, capacity(window), isKnown);
      settle(subscriber);
    },
    settle,

    wanted(limit, isServed) {
      const requests: WindowRequest[] = [];
      let room = limit;
      for (let left = hungry.size; left > 0 && room > 0; left -= 1) {
        const subscriber = hungry.first();
        if (subscriber === undefined) break;
        hungry.delete(subscriber);
        const isWaiting = !isServed(subscriber.shard);
        const asked = isWaiting ? [] : [false, true].flatMap((late) => request(subscriber, late));
        requests.push(...asked);
        for (const window of asked) room -= window.limit;
        if (isWaiting || asked.length > 0) hungry.add(subscriber);
      }
      return requests;
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
