import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createTenantTurns } from './tenant-turns.js';

const TENANT_IDS = ['acme', 'globex', 'hooli', 'initech', 'soylent', 'umbrella', 'wayne'];

const isFull = inject('tier') === 'full';

interface Subscriber {
  readonly tenantId: string;
  readonly name: string;
}

/** Turns of `slots` slots; each tenant has so many in progress already. */
function createTurns(slots: number, inProgress: Readonly<Record<string, number>> = {}) {
  const turns = createTenantTurns<Subscriber>();
  let free = slots;
  const count = (tenantId: string, change: 1 | -1): void => {
    turns.count(tenantId, change);
    free -= change;
  };
  for (const [tenantId, made] of Object.entries(inProgress)) {
    for (let attempt = 0; attempt < made; attempt += 1) count(tenantId, 1);
  }
  return {
    turns,
    count,
    free: () => free,
    /** Starts attempts while a subscriber may; one with more to start has the last turn then. */
    startAll(left: Record<string, number>): readonly Subscriber[] {
      const started: Subscriber[] = [];
      for (let next = turns.next(free); next !== undefined; next = turns.next(free)) {
        started.push(next);
        turns.delete(next);
        count(next.tenantId, 1);
        left[next.tenantId] = (left[next.tenantId] ?? 0) - 1;
        if ((left[next.tenantId] ?? 0) > 0) turns.add(next);
      }
      return started;
    },
  };
}

/** How many start of each tenant, which has so many to start. */
function share(
  toStart: Readonly<Record<string, number>>,
  inProgress: Readonly<Record<string, number>>,
  slots: number,
): Readonly<Record<string, number>> {
  const { turns, startAll } = createTurns(slots, inProgress);
  for (const tenantId of Object.keys(toStart)) turns.add({ tenantId, name: 'only' });
  const started = startAll({ ...toStart });
  const counts: Record<string, number> = {};
  for (const { tenantId } of started) counts[tenantId] = (counts[tenantId] ?? 0) + 1;
  return counts;
}

describe('slots', () => {
  it.each([
    ['one tenant has three quarters', { acme: 900 }, {}, 256, { acme: 192 }],
    [
      'two have three sevenths each',
      { acme: 900, initech: 900 },
      {},
      256,
      { acme: 110, initech: 109 },
    ],
    ['one at its share gets none', { acme: 900 }, { acme: 192 }, 256, {}],
    [
      'a newcomer is served beside it',
      { acme: 900, initech: 5 },
      { acme: 192 },
      256,
      { initech: 5 },
    ],
    ['the last one is for a newcomer', { acme: 9, initech: 9 }, { acme: 3 }, 4, { initech: 1 }],
    ['a lone one serves a lone tenant', { acme: 9 }, {}, 1, { acme: 1 }],
  ])('are shared: %s', (_, toStart, inProgress, slots, expected) => {
    expect(share(toStart, inProgress, slots)).toEqual(expected);
  });

  it('are not all taken by fewer tenants than there are slots for', () => {
    const tenants = fc.dictionary(fc.constantFrom(...TENANT_IDS), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(tenants, fc.integer({ min: 9, max: 256 }), (toStart, slots) => {
        const started = Object.values(share(toStart, {}, slots)).reduce((sum, n) => sum + n, 0);
        expect(started).toBeLessThan(slots);
      }),
    );
  });
});

describe('turns', () => {
  it('go to the tenant with the fewest in progress, and around the subscribers of each', () => {
    const { turns, startAll } = createTurns(100, { acme: 1 });
    const acme = ['a1', 'a2'].map((name) => ({ tenantId: 'acme', name }));
    const initech = ['i1', 'i2', 'i3'].map((name) => ({ tenantId: 'initech', name }));
    for (const subscriber of [...acme, ...initech]) turns.add(subscriber);
    const started = startAll({ acme: 9, initech: 9 }).slice(0, 7);
    expect(started.map(({ name }) => name)).toEqual(['i1', 'a1', 'i2', 'a2', 'i3', 'a1', 'i1']);
  });

  it('pass a tenant with none in progress once for each other tenant at most', () => {
    const change = fc.record({
      type: fc.constantFrom('add', 'delete', 'start', 'start', 'answer'),
      index: fc.nat({ max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300, size: 'max' }), (changes) => {
        const { turns, count, free } = createTurns(1_000);
        const tenants = TENANT_IDS.map((tenantId) => ({ tenantId, name: 'only' }));
        const waiting = new Set<Subscriber>();
        const inProgress = new Map(tenants.map((tenant) => [tenant, 0]));
        /** Who was served while a tenant with none in progress has waited. */
        const passedBy = new Map<Subscriber, readonly Subscriber[]>();
        const begin = (tenant: Subscriber, by: 1 | -1): void => {
          count(tenant.tenantId, by);
          inProgress.set(tenant, (inProgress.get(tenant) ?? 0) + by);
        };
        for (const { type, index } of changes) {
          const tenant = type === 'start' ? turns.next(free()) : tenants[index];
          if (tenant === undefined) continue;
          if (type === 'add') {
            turns.add(tenant);
            waiting.add(tenant);
          } else if (type === 'delete') {
            turns.delete(tenant);
            waiting.delete(tenant);
          } else if (type === 'answer') {
            if (inProgress.get(tenant) !== 0) begin(tenant, -1);
          } else {
            passedBy.delete(tenant);
            for (const [other, servedBefore] of passedBy) {
              expect(servedBefore).not.toContain(tenant);
              passedBy.set(other, [...servedBefore, tenant]);
            }
            turns.delete(tenant);
            begin(tenant, 1);
            turns.add(tenant);
          }
          const isPassed = waiting.has(tenant) && inProgress.get(tenant) === 0;
          if (!isPassed) passedBy.delete(tenant);
          else if (!passedBy.has(tenant)) passedBy.set(tenant, []);
        }
      }),
      { numRuns: isFull ? 2_000 : 100 },
    );
  });
});
