import { deliveryKey } from '../pending-delivery.js';
import { createAttempts } from './attempts.js';
import { emptyWindow } from './backlog-window.js';
import { createBacklog } from './backlog.js';
import { createScheduleReads } from './schedule-reads.js';
import type { Schedule, ScheduleOptions } from './schedule.js';
import { createStartOrder } from './start-order.js';
import { earliestDueAt, type SubscriberBacklog } from './subscriber-backlog.js';

/**
 * Returns a schedule that owns no shards yet.
 *
 * @example
 * const limits = { slots: 256, perSubscriber: 10, perSecond: null, circuitBreaker: false };
 * const schedule = createSchedule({ ...limits, maxRows: 50_000 });
 * schedule.own([delivery.shard]);
 * const read = schedule.beginRead();
 * read.add([delivery]);
 * read.end();
 * schedule.start(delivery.dueAt); // [delivery]
 */
export function createSchedule(options: ScheduleOptions): Schedule {
  const owned = new Set<number>();
  /** Of the owned shards those in which nothing more starts. */
  const draining = new Set<number>();
  const isServed = (shard: number): boolean => owned.has(shard) && !draining.has(shard);
  const order = createStartOrder(options, isServed);
  const backlog = createBacklog(options.maxRows, order);
  const attempts = createAttempts(options, { backlog, order }, owned);
  const reads = createScheduleReads(backlog, attempts, owned);

  function changeShards(
    shards: ReadonlySet<number>,
    by: (subscriber: SubscriberBacklog) => void = () => undefined,
  ): void {
    for (const subscriber of backlog.all()) {
      if (!shards.has(subscriber.shard)) continue;
      by(subscriber);
      backlog.settle(subscriber);
    }
  }

  return {
    own(shards) {
      for (const shard of shards) {
        owned.add(shard);
        draining.delete(shard);
      }
      changeShards(new Set(shards));
    },
    drain(shards) {
      for (const shard of shards) if (owned.has(shard)) draining.add(shard);
      changeShards(new Set(shards));
    },
    drained() {
      const used = attempts.shards();
      return [...draining].filter((shard) => !used.has(shard));
    },
    forget(shards) {
      for (const shard of shards) {
        owned.delete(shard);
        draining.delete(shard);
      }
      const forgotten = new Set(shards);
      reads.noteForgotten(forgotten);
      attempts.forget(forgotten);
      changeShards(forgotten, ({ first, late }) => {
        emptyWindow(first, null);
        emptyWindow(late, null);
      });
    },

    beginRead: () => reads.begin(),
    wanted: (limit) => backlog.wanted(limit, isServed),

    start(now, limit = Infinity) {
      order.goTo(now.getTime(), backlog.all());
      backlog.forgetIdle(order.now);
      const started = [];
      while (started.length < limit) {
        const next = order.next(attempts.freeSlots());
        if (next === undefined) break;
        const row = attempts.begin(next);
        if (row !== null) started.push(row);
      }
      return started;
    },
    confirm: (delivery, standing, now) => attempts.confirm(delivery, standing, now),
    answered: (delivery, hasFailed, now, busy = null) =>
      attempts.answer(delivery, hasFailed, now, busy),
    ended(delivery, retryAt) {
      const { attempts: made } = delivery;
      const retry = retryAt && { ...delivery, attempts: made + 1, isLate: true, dueAt: retryAt };
      if (attempts.end(delivery, retry)) reads.noteChange(delivery, retry);
    },
    freed(deliveries) {
      for (const delivery of deliveries) {
        if (!owned.has(delivery.shard) || attempts.isUnderWay(deliveryKey(delivery))) continue;
        backlog.put(delivery);
        reads.noteChange(delivery, delivery);
      }
    },
    readAgain: (delivery) => attempts.readAgain(delivery),

    freeSlots: () => Math.max(0, attempts.freeSlots()),
    nextStartAt(now) {
      const free = attempts.freeSlots();
      if (free <= 0) return null;
      if (order.next(free) !== undefined) return now;
      const next = order.nextTime();
      return next === Infinity ? null : new Date(Math.max(next, now.getTime()));
    },
    oldestDueAt(now) {
      let oldest = Infinity;
      for (const subscriber of backlog.all()) {
        oldest = Math.min(oldest, earliestDueAt(subscriber));
      }
      return oldest > now.getTime() ? null : new Date(oldest);
    },
  };
}
