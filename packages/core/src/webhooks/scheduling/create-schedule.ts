import { createAttempts } from './attempts.js';
import { emptyWindow } from './backlog-window.js';
import { createScheduleReads } from './schedule-reads.js';
import { createScheduleState } from './schedule-state.js';
import type { Schedule, ScheduleOptions } from './schedule.js';
import type { SubscriberBacklog } from './subscriber-backlog.js';

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
  const state = createScheduleState(options);
  const { owned, draining, backlog, order, slots } = state;
  const attempts = createAttempts(state);
  const reads = createScheduleReads(state);

  function changeShards(
    shards: readonly number[],
    by: (subscriber: SubscriberBacklog) => void,
  ): void {
    const changed = new Set(shards);
    for (const subscriber of backlog.all()) {
      if (changed.has(subscriber.shard)) state.change(subscriber, () => by(subscriber));
    }
  }

  return {
    own(shards) {
      for (const shard of shards) {
        owned.add(shard);
        draining.delete(shard);
      }
      changeShards(shards, () => undefined);
    },
    drain(shards) {
      for (const shard of shards) if (owned.has(shard)) draining.add(shard);
      changeShards(shards, () => undefined);
    },
    drained: () => [...draining].filter((shard) => !slots.isUsedBy(shard)),
    forget(shards) {
      for (const shard of shards) {
        owned.delete(shard);
        draining.delete(shard);
      }
      reads.noteForgotten(shards);
      changeShards(shards, ({ first, late, underWay }) => {
        emptyWindow(first, null);
        emptyWindow(late, null);
        for (const attempt of underWay.values()) attempt.isForgotten = true;
      });
    },

    beginRead: () => reads.begin(),
    wanted: (limit) => backlog.wanted(limit, state.isServed),

    start(now) {
      order.goTo(now.getTime(), backlog.all());
      backlog.forgetIdle(order.now);
      const started = [];
      for (let turn = order.next(slots.free()); turn; turn = order.next(slots.free())) {
        started.push(attempts.begin(turn));
      }
      return started;
    },
    confirm: (started, standing, now) => attempts.confirm(started, standing, now),
    answered: (delivery, hasFailed, now) => attempts.answer(delivery, hasFailed, now),
    ended(delivery, retryAt) {
      const { attempts: made } = delivery;
      const retry = retryAt && { ...delivery, attempts: made + 1, isLate: true, dueAt: retryAt };
      if (attempts.end(delivery, retry)) reads.noteEnded(delivery.deliveryId, retry);
    },

    freeSlots: () => Math.max(0, slots.free()),
    nextStartAt(now) {
      const free = slots.free();
      if (free <= 0) return null;
      if (order.next(free) !== undefined) return now;
      const next = order.nextTime();
      return next === Infinity ? null : new Date(Math.max(next, now.getTime()));
    },
    oldestDueAt(now) {
      const dueAt = order.earliestDueAt();
      return dueAt > now.getTime() ? null : new Date(dueAt);
    },
  };
}
