import type { PendingDelivery } from '../pending-delivery.js';
import type { ScheduleState } from './schedule-state.js';
import type { Standing } from './schedule.js';
import { withStart } from './start-rate.js';
import { takeRow, type SubscriberBacklog, type UnderWay } from './subscriber-backlog.js';
import { allowedBeside, countOutcome, learnStanding } from './subscriber-standing.js';

/** The attempts of a schedule, from their start to their end. */
export interface Attempts {
  /** Starts the next attempt of a subscriber that has something due. */
  begin(subscriber: SubscriberBacklog): PendingDelivery;
  confirm(
    started: readonly PendingDelivery[],
    standing: Standing,
    now: Date,
  ): readonly PendingDelivery[];
  answer(delivery: PendingDelivery, hasFailed: boolean, now: Date): Date | null;
  /**
   * Ends an attempt; the delivery goes on as `next`. Returns false where storage alone knows how it goes on,
   * because its shard was forgotten meanwhile: then the subscriber is read again.
   */
  end(delivery: PendingDelivery, next: PendingDelivery | null): boolean;
}

interface Found {
  readonly subscriber: SubscriberBacklog;
  readonly attempt: UnderWay;
}

export function createAttempts(state: ScheduleState): Attempts {
  const { options, owned, backlog, order, slots, change, put, reload } = state;

  function find(delivery: PendingDelivery): Found | null {
    const subscriber = backlog.find(delivery);
    const attempt = subscriber?.underWay.get(delivery.deliveryId);
    return subscriber === undefined || attempt === undefined ? null : { subscriber, attempt };
  }

  function freeSlot({ subscriber, attempt }: Found): void {
    if (attempt.hasAnswered) return;
    attempt.hasAnswered = true;
    slots.answer();
    order.release(subscriber.tenantId);
  }

  function end(delivery: PendingDelivery, next: PendingDelivery | null): boolean {
    const found = find(delivery);
    if (found === null) return false;
    const { subscriber, attempt } = found;
    change(subscriber, () => {
      freeSlot(found);
      slots.end(subscriber.shard);
      subscriber.underWay.delete(delivery.deliveryId);
    });
    if (attempt.isForgotten) {
      if (owned.has(subscriber.shard)) reload(subscriber);
      return false;
    }
    if (next !== null) put(next);
    return true;
  }

  return {
    begin: (subscriber) =>
      change(subscriber, () => {
        const row = takeRow(subscriber, order.now);
        subscriber.underWay.set(row.deliveryId, { hasAnswered: false, isForgotten: false });
        if (options.perSecond !== null) subscriber.starts = withStart(subscriber.starts, order.now);
        slots.take(subscriber.shard);
        order.begin(subscriber);
        return row;
      }),

    confirm(started, standing, now) {
      const [first] = started.flatMap((delivery) => find(delivery) ?? []);
      if (first === undefined) return [];
      const { subscriber } = first;
      change(subscriber, () => learnStanding(subscriber, standing, now));
      const others = subscriber.underWay.size - started.length;
      const allowed = allowedBeside(subscriber, others, now);
      const going = started
        .filter((delivery) => find(delivery)?.attempt.isForgotten === false)
        .slice(0, allowed);
      for (const delivery of started) if (!going.includes(delivery)) end(delivery, delivery);
      return going;
    },

    answer(delivery, hasFailed, now) {
      const found = find(delivery);
      if (found === null || found.attempt.hasAnswered) return null;
      const { subscriber } = found;
      return change(subscriber, () => {
        freeSlot(found);
        if (!hasFailed) subscriber.isOnTrial = false;
        return options.circuitBreaker ? countOutcome(subscriber, hasFailed, now) : null;
      });
    },

    end,
  };
}
