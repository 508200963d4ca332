import { createTurnOrder } from './turn-order.js';

/** What turns need to know of an event: whose it is, and which row of the outbox. */
export interface WaitingEvent {
  readonly tenantId: string;
  /** `tenantShard` of its tenant. */
  readonly shard: number;
  readonly eventId: string;
  readonly row: string;
}

/**
 * The events that wait for dispatch, by tenant, in turn. Those that wait or were taken last are known, and not added
 * again.
 */
export interface DispatchTurns<T extends WaitingEvent> {
  /** Adds events in the order of their arrival. */
  add(events: readonly T[]): void;
  /**
   * Takes up to `limit` events: the first of each tenant, then the second, beginning after the tenant that was served
   * last. Those that were taken before and not put back are done.
   */
  take(limit: number): readonly T[];
  /** Puts events of the last {@link take} back before the others of their tenant; of forgotten shards none. */
  putBack(events: readonly T[]): void;
  forget(shards: readonly number[]): void;
  /** Events that wait. */
  readonly size: number;
}

/** The events of one tenant, in the order of their dispatch, from `next` on. */
interface Line<T> {
  readonly shard: number;
  readonly events: T[];
  next: number;
}

/**
 * Returns turns with no events yet.
 *
 * @example
 * const turns = createDispatchTurns();
 * turns.add([firstOfAcme, secondOfAcme, firstOfInitech]);
 * turns.take(2); // [firstOfAcme, firstOfInitech]
 */
export function createDispatchTurns<T extends WaitingEvent>(): DispatchTurns<T> {
  const lines = new Map<string, Line<T>>();
  const tenants = createTurnOrder<string>();
  const waiting = new Set<string>();
  /** The shards of those that were taken last. */
  const taken = new Map<string, number>();

  function lineOf({ tenantId, shard }: T): Line<T> {
    const known = lines.get(tenantId);
    if (known !== undefined) return known;
    const line = { shard, events: [], next: 0 };
    lines.set(tenantId, line);
    tenants.add(tenantId);
    return line;
  }

  /** Takes the first event of a tenant, which is then the last in turn. */
  function takeOne(tenantId: string): readonly T[] {
    tenants.delete(tenantId);
    const line = lines.get(tenantId);
    const event = line?.events[line.next];
    if (line === undefined || event === undefined) return [];
    advance(line);
    if (line.events.length === 0) lines.delete(tenantId);
    else tenants.add(tenantId);
    waiting.delete(keyOf(event));
    taken.set(keyOf(event), event.shard);
    return [event];
  }

  return {
    add(events) {
      for (const event of events) {
        const key = keyOf(event);
        if (waiting.has(key) || taken.has(key)) continue;
        waiting.add(key);
        lineOf(event).events.push(event);
      }
    },
    take(limit) {
      taken.clear();
      const events: T[] = [];
      for (let next = tenants.first(); next !== undefined; next = tenants.first()) {
        if (events.length >= limit) break;
        events.push(...takeOne(next));
      }
      return events;
    },
    putBack(events) {
      for (const event of events.toReversed()) {
        const key = keyOf(event);
        if (!taken.delete(key)) continue;
        waiting.add(key);
        goBack(lineOf(event), event);
      }
    },
    forget(shards) {
      const forgotten = new Set(shards);
      for (const [tenantId, { shard, events, next }] of lines) {
        if (!forgotten.has(shard)) continue;
        lines.delete(tenantId);
        tenants.delete(tenantId);
        for (const event of events.slice(next)) waiting.delete(keyOf(event));
      }
      for (const [key, shard] of taken) if (forgotten.has(shard)) taken.delete(key);
    },
    get size() {
      return waiting.size;
    },
  };
}

/** What has been taken is removed from time to time: removing each would move all others. */
function advance<T>(line: Line<T>): void {
  line.next += 1;
  if (2 * line.next < line.events.length) return;
  line.events.splice(0, line.next);
  line.next = 0;
}

function goBack<T>(line: Line<T>, event: T): void {
  const isAtStart = line.next === 0;
  if (!isAtStart) line.next -= 1;
  line.events.splice(line.next, isAtStart ? 0 : 1, event);
}

function keyOf({ tenantId, eventId, row }: WaitingEvent): string {
  return `${row} ${eventId} ${tenantId}`;
}
