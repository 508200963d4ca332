import {
  nextStartAt,
  setClockBack,
  type SubscriberBacklog,
  type SubscriberLimits,
} from './subscriber-backlog.js';
import { createTenantTurns } from './tenant-turns.js';
import { createTimeOrder } from './time-order.js';

/** Which subscriber starts its next attempt: those that may start now stand in turn, the others wait for their time. */
export interface StartOrder {
  /** The latest time that was told, in milliseconds since 1970. */
  readonly now: number;
  /** Puts a subscriber where it belongs after a change. */
  place(subscriber: SubscriberBacklog): void;
  /** Goes on to a time, which may be an earlier one; then all subscribers are placed again. */
  goTo(now: number, all: Iterable<SubscriberBacklog>): void;
  /** The subscriber that starts next, given the free slots; undefined where none may start. */
  next(freeSlots: number): SubscriberBacklog | undefined;
  /** Gives the subscriber the last turn of its tenant's, and counts its attempt. */
  begin(subscriber: SubscriberBacklog): void;
  /** The slot of an attempt of the tenant is free again. */
  release(tenantId: string): void;
  /** When the next of those that wait may start; infinity for none. */
  nextTime(): number;
}

/** @param isServed whether attempts of a shard are started */
export function createStartOrder(
  limits: SubscriberLimits,
  isServed: (shard: number) => boolean,
): StartOrder {
  const turns = createTenantTurns<SubscriberBacklog>();
  const waiting = createTimeOrder<SubscriberBacklog>();
  let now = 0;

  function place(subscriber: SubscriberBacklog): void {
    const startAt = isServed(subscriber.shard) ? nextStartAt(subscriber, limits) : Infinity;
    const isReady = startAt <= now;
    if (isReady) turns.add(subscriber);
    else turns.delete(subscriber);
    waiting.set(subscriber, isReady ? Infinity : startAt);
  }

  return {
    get now() {
      return now;
    },
    place,
    goTo(time, all) {
      const isBack = time < now;
      now = time;
      if (isBack) {
        for (const subscriber of all) {
          setClockBack(subscriber, now);
          place(subscriber);
        }
      }
      for (let next = waiting.first(); next && next.at <= now; next = waiting.first()) {
        place(next.item);
      }
    },
    next: (freeSlots) => turns.next(freeSlots),
    begin(subscriber) {
      turns.delete(subscriber);
      turns.count(subscriber.tenantId, 1);
    },
    release: (tenantId) => turns.count(tenantId, -1),
    nextTime: () => waiting.first()?.at ?? Infinity,
  };
}
