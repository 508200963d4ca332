import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PER_FREE_SLOT, shareSlots } from './share-slots.js';

const perFreeSlot = PER_FREE_SLOT;

/** Due deliveries of tenants, so many of each, those of the first tenant before those of the next. */
function due(counts: Readonly<Record<string, number>>) {
  return Object.entries(counts).flatMap(([tenantId, count]) =>
    Array.from({ length: count }, (_, number) => ({ tenantId, number })),
  );
}

function taken(shared: readonly { readonly tenantId: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { tenantId } of shared) counts[tenantId] = (counts[tenantId] ?? 0) + 1;
  return counts;
}

describe("a worker's slots", () => {
  it.each([
    ['one tenant has three quarters', { acme: 900 }, {}, 256, { acme: 192 }],
    [
      'two have three sevenths each',
      { acme: 900, initech: 900 },
      {},
      256,
      { acme: 110, initech: 109 },
    ],
    ['one at its share gets none', { acme: 900 }, { acme: 192 }, 64, {}],
    [
      'a newcomer is served beside it',
      { acme: 900, initech: 5 },
      { acme: 192 },
      64,
      { initech: 5 },
    ],
    ['the last slot is for a newcomer', { acme: 9, initech: 9 }, { acme: 3 }, 1, { initech: 1 }],
    ['a lone slot serves a lone tenant', { acme: 9 }, {}, 1, { acme: 1 }],
  ])('are shared: %s', (_, counts, underWay, free, expected) => {
    expect(taken(shareSlots(due(counts), free, { underWay, free, perFreeSlot }))).toEqual(expected);
  });

  it("are given in the order of the tenants' counts, then in the order given", () => {
    const shares = { underWay: { acme: 1 }, free: 100, perFreeSlot };
    expect(shareSlots(due({ acme: 2, initech: 3 }), 4, shares)).toEqual([
      { tenantId: 'initech', number: 0 },
      { tenantId: 'acme', number: 0 },
      { tenantId: 'initech', number: 1 },
      { tenantId: 'acme', number: 1 },
    ]);
  });

  it('are never all taken by fewer tenants than there are slots for', () => {
    const tenants = fc.dictionary(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      fc.nat({ max: 300 }),
    );
    fc.assert(
      fc.property(tenants, fc.integer({ min: 9, max: 256 }), (counts, slots) => {
        const underWay: Record<string, number> = {};
        let free = slots;
        for (let round = 0; round < 3; round += 1) {
          const shared = shareSlots(due(counts), free, { underWay, free, perFreeSlot });
          for (const { tenantId } of shared) underWay[tenantId] = (underWay[tenantId] ?? 0) + 1;
          free -= shared.length;
        }
        expect(free).toBeGreaterThan(0);
      }),
    );
  });
});
