import type { PendingDelivery, WaitingSubscriber } from '../pending-delivery.js';
import { createBacklog, type Backlog } from './backlog.js';
import { addRow, emptyWindow } from './backlog-window.js';
import type { ScheduleOptions } from './schedule.js';
import { createSlots, type Slots } from './slots.js';
import { createStartOrder, type StartOrder } from './start-order.js';
import { rowCount, windowOf, type SubscriberBacklog } from './subscriber-backlog.js';

/** The parts of a schedule, and the changes of a subscriber that keep them in step. */
export interface ScheduleState {
  readonly options: ScheduleOptions;
  readonly owned: Set<number>;
  /** Of the owned shards those in which nothing more starts. */
  readonly draining: Set<number>;
  readonly backlog: Backlog;
  readonly order: StartOrder;
  readonly slots: Slots;
  readonly isServed: (shard: number) => boolean;
  /** Changes a subscriber: every change of one is made here, one at a time. */
  readonly change: <R>(subscriber: SubscriberBacklog, by: () => R) => R;
  /** Puts a delivery into its window. */
  readonly put: (row: PendingDelivery) => void;
  /** Has both windows of a subscriber loaded from their beginning. */
  readonly reload: (subscriber: WaitingSubscriber) => void;
}

export function createScheduleState(options: ScheduleOptions): ScheduleState {
  const owned = new Set<number>();
  const draining = new Set<number>();
  const isServed = (shard: number): boolean => owned.has(shard) && !draining.has(shard);
  const backlog = createBacklog(options.maxRows);
  const order = createStartOrder(options, isServed);

  function change<R>(subscriber: SubscriberBacklog, by: () => R): R {
    const rowsBefore = rowCount(subscriber);
    const result = by();
    backlog.recount(subscriber, rowsBefore, order.now);
    order.place(subscriber);
    return result;
  }

  return {
    ...{ options, owned, draining, backlog, order, isServed, change },
    slots: createSlots(options.slots),
    put(row) {
      const subscriber = backlog.open(row);
      const window = windowOf(subscriber, row.isLate);
      change(subscriber, () => addRow(window, row, backlog.capacity(window)));
    },
    reload(waiting) {
      const subscriber = backlog.open(waiting);
      change(subscriber, () => {
        for (const window of [subscriber.first, subscriber.late]) {
          emptyWindow(window, { after: null });
        }
      });
    },
  };
}
