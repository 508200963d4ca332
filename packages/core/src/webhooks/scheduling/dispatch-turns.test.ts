import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WaitingEvent } from '../waiting-event.js';
import { createDispatchTurns } from './dispatch-turns.js';

const event = (tenantId: string, number: number, shard = 0): WaitingEvent => ({
  ...{ tenantId, shard },
  eventId: `event-${String(number)}`,
  emittedAt: new Date(number),
});

function turnsOf(...waiting: readonly WaitingEvent[]) {
  const turns = createDispatchTurns();
  turns.add(waiting);
  return turns;
}

describe('tenants with events to dispatch', () => {
  it('are taken in turn, each with the first of its events', () => {
    const turns = turnsOf(event('acme', 2), event('initech', 1), event('acme', 1));
    turns.add([event('hooli', 1), event('acme', 3)]);
    expect(turns.take(2)).toEqual([event('acme', 1), event('initech', 1)]);
    turns.add([event('acme', 4)]);
    expect(turns.take(9)).toEqual([event('hooli', 1), event('acme', 4)]);
    expect(turns.take(9)).toEqual([]);
  });

  it('that were not reached are next, in their order, though another has many subscribers', () => {
    const turns = turnsOf(...['acme', 'initech', 'hooli'].map((id) => event(id, 1)));
    const [begun, ...unreached] = turns.take(3);
    turns.add([event('initech', 2), begun!]);
    turns.putBack(unreached);
    expect(turns.take(9)).toEqual([event('initech', 1), event('hooli', 1), begun]);
  });

  it('tell when the first of their events was emitted, until its dispatch has ended', () => {
    const turns = turnsOf(event('acme', 2), event('initech', 5), event('hooli', 1, 9));
    expect(turns.oldestEmittedAt()).toEqual(new Date(1));
    turns.forget([9]);
    const taken = turns.take(1);
    expect(turns.oldestEmittedAt()).toEqual(new Date(2));
    turns.putBack(taken);
    turns.take(9);
    expect(turns.oldestEmittedAt()).toEqual(new Date(2));
    turns.take(9);
    expect(turns.oldestEmittedAt()).toBeNull();
  });

  it('of forgotten shards are gone', () => {
    const turns = turnsOf(event('acme', 1, 7), event('initech', 1, 8));
    turns.forget([7]);
    expect(turns.take(9)).toEqual([event('initech', 1, 8)]);
    turns.add([event('acme', 2, 7)]);
    expect(turns.take(9)).toEqual([event('acme', 2, 7)]);
  });

  it('are k, and each is reached within k turns, though a turn does part of one event', () => {
    const numbers = fc.record({ k: fc.integer({ min: 1, max: 9 }), limit: fc.nat({ max: 12 }) });
    fc.assert(
      fc.property(numbers, ({ k, limit }) => {
        const tenants = Array.from({ length: k }, (_, index) => `tenant-${String(index)}`);
        const turns = turnsOf(...tenants.map((tenantId) => event(tenantId, 1)));
        const reached = Array.from({ length: 3 * k }, () => {
          const [first, ...others] = turns.take(limit + 1);
          turns.add([first!]);
          turns.putBack(others);
          return first!.tenantId;
        });
        for (let from = 0; from <= 2 * k; from += 1) {
          expect(new Set(reached.slice(from, from + k)).size).toBe(k);
        }
      }),
    );
  });
});
