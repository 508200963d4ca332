import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createDispatchTurns, type WaitingEvent } from './dispatch-turns.js';

const isFull = inject('tier') === 'full';

const event = (tenantId: string, number: number, shard = 0): WaitingEvent => {
  const row = `${tenantId}-${String(number)}`;
  return { tenantId, shard, eventId: `event-${row}`, row };
};
const events = (tenantId: string, ...numbers: readonly number[]): readonly WaitingEvent[] =>
  numbers.map((number) => event(tenantId, number));
const rowsOf = (taken: readonly WaitingEvent[]): readonly string[] => taken.map(({ row }) => row);

function turnsOf(...waiting: readonly WaitingEvent[]) {
  const turns = createDispatchTurns();
  turns.add(waiting);
  return turns;
}

describe('events that wait for dispatch', () => {
  it('go in turn: the first of each tenant, then the second, from where it stopped', () => {
    const turns = turnsOf(
      ...events('acme', 1, 2, 3),
      ...events('initech', 1),
      ...events('hooli', 1),
    );
    expect(rowsOf(turns.take(2))).toEqual(['acme-1', 'initech-1']);
    turns.add(events('initech', 2));
    expect(turns.size).toBe(4);
    expect(rowsOf(turns.take(9))).toEqual(['hooli-1', 'acme-2', 'initech-2', 'acme-3']);
    expect(turns.size).toBe(0);
  });

  it('are put back before the others of their tenant', () => {
    const turns = turnsOf(...events('acme', 1, 2, 3, 4));
    turns.putBack(turns.take(2));
    expect(rowsOf(turns.take(9))).toEqual(['acme-1', 'acme-2', 'acme-3', 'acme-4']);
  });

  it('are added once, though they are read again while they wait or are dispatched', () => {
    const turns = turnsOf(...events('acme', 1, 2));
    turns.add(events('acme', 1));
    const taken = turns.take(1);
    turns.add(events('acme', 1));
    expect(turns.size).toBe(1);
    turns.putBack(taken);
    expect(rowsOf(turns.take(9))).toEqual(['acme-1', 'acme-2']);
  });

  it('of forgotten shards are gone, those that were taken as well', () => {
    const turns = turnsOf(event('acme', 1, 7), event('acme', 2, 7), event('initech', 1, 8));
    const taken = turns.take(2);
    turns.forget([7]);
    turns.putBack(taken);
    expect(rowsOf(turns.take(9))).toEqual(['initech-1']);
    turns.add([event('acme', 1, 7)]);
    expect(rowsOf(turns.take(9))).toEqual(['acme-1']);
  });

  it('are all taken once, each tenant in the order of arrival, however they are put back', () => {
    const step = fc.record({ limit: fc.integer({ min: 1, max: 9 }), back: fc.nat({ max: 9 }) });
    const tenants = fc.array(fc.constantFrom('acme', 'initech', 'hooli'), { maxLength: 60 });
    fc.assert(
      fc.property(tenants, fc.array(step, { maxLength: 40 }), (tenantIds, steps) => {
        const all = tenantIds.map((tenantId, number) => event(tenantId, number));
        const turns = turnsOf(...all.slice(0, 20));
        const done: WaitingEvent[] = [];
        let added = 20;
        for (const { limit, back } of [...steps, { limit: 60, back: 0 }, { limit: 60, back: 0 }]) {
          const taken = turns.take(limit);
          expect(taken.length).toBeLessThanOrEqual(limit);
          turns.add(all.slice(Math.max(0, added - 1), added + 5));
          added += 5;
          const kept = taken.slice(0, Math.max(0, taken.length - back));
          done.push(...kept);
          turns.putBack(taken.slice(kept.length));
        }
        turns.add(all.slice(added));
        done.push(...turns.take(60));
        expect(turns.size).toBe(0);
        for (const tenantId of ['acme', 'initech', 'hooli']) {
          const ofTenant = (waiting: readonly WaitingEvent[]) =>
            rowsOf(waiting.filter((each) => each.tenantId === tenantId));
          expect(ofTenant(done)).toEqual(ofTenant(all));
        }
      }),
      { numRuns: isFull ? 2_000 : 100 },
    );
  });
});
