import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTimeOrder } from './time-order.js';

describe('an order by time', () => {
  it('begins with the earliest, however items are added, moved and removed', () => {
    const time = fc.oneof(fc.nat({ max: 30 }), fc.constant(Infinity));
    const changes = fc.array(fc.tuple(fc.nat({ max: 15 }), time), { maxLength: 120 });
    fc.assert(
      fc.property(changes, (changed) => {
        const order = createTimeOrder<number>();
        const expected = new Map<number, number>();
        for (const [item, at] of changed) {
          order.set(item, at);
          if (at === Infinity) expected.delete(item);
          else expected.set(item, at);
          const first = order.first();
          expect(first?.at ?? Infinity).toBe(Math.min(...expected.values()));
          if (first !== undefined) expect(expected.get(first.item)).toBe(first.at);
        }
      }),
    );
  });
});
