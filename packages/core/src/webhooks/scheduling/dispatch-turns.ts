import type { WaitingEvent } from '../waiting-event.js';
import { createTurnOrder } from './turn-order.js';

/**
 * The tenants with events to dispatch, in turn. Of each it keeps the first event, from which on storage has the others; so its
 * memory does not grow with what a tenant emits.
 */
export interface DispatchTurns {
  /** Adds events. A tenant that waits keeps its turn, and the first of its events. */
  add(events: readonly WaitingEvent[]): void;
  /** Takes the first events of the tenants that are next, at most `limit`. */
  take(limit: number): readonly WaitingEvent[];
  /** Puts back what was taken and not reached: those tenants are next. */
  putBack(events: readonly WaitingEvent[]): void;
  forget(shards: readonly number[]): void;
  /** When the first event was emitted of those that wait or were taken last; null for none. */
  oldestEmittedAt(): Date | null;
}

/**
 * Returns turns with no events yet.
 *
 * @example
 * const turns = createDispatchTurns();
 * turns.add([firstOfAcme, secondOfAcme, firstOfInitech]);
 * turns.take(2); // [firstOfAcme, firstOfInitech]
 */
export function createDispatchTurns(): DispatchTurns {
  const firsts = new Map<string, WaitingEvent>();
  const order = createTurnOrder<string>();
  /** Those that were taken last. */
  let taken: readonly WaitingEvent[] = [];

  function keepFirst(event: WaitingEvent): void {
    const known = firsts.get(event.tenantId);
    if (known === undefined || event.emittedAt < known.emittedAt) firsts.set(event.tenantId, event);
  }

  function remove(tenantId: string): void {
    firsts.delete(tenantId);
    order.delete(tenantId);
  }

  return {
    add(events) {
      for (const event of events) {
        keepFirst(event);
        order.add(event.tenantId);
      }
    },
    take(limit) {
      const tenants = [...order].slice(0, limit);
      taken = tenants.flatMap((tenantId) => firsts.get(tenantId) ?? []);
      tenants.forEach(remove);
      return taken;
    },
    putBack(events) {
      for (const event of events.toReversed()) {
        keepFirst(event);
        order.addFirst(event.tenantId);
      }
    },
    forget(shards) {
      const forgotten = new Set(shards);
      for (const [tenantId, { shard }] of firsts) if (forgotten.has(shard)) remove(tenantId);
      taken = taken.filter(({ shard }) => !forgotten.has(shard));
    },
    oldestEmittedAt() {
      let oldest: Date | null = null;
      for (const { emittedAt } of [...firsts.values(), ...taken]) {
        if (oldest === null || emittedAt < oldest) oldest = emittedAt;
      }
      return oldest;
    },
  };
}
