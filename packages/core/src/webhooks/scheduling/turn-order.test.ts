import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnOrder } from './turn-order.js';

describe('an order of turns', () => {
  it('is that in which its items were added, each once', () => {
    const changes = fc.array(fc.tuple(fc.boolean(), fc.nat({ max: 8 })), { maxLength: 80 });
    fc.assert(
      fc.property(changes, (changed) => {
        const order = createTurnOrder<number>();
        let expected: readonly number[] = [];
        for (const [isAdded, item] of changed) {
          if (isAdded) order.add(item);
          else order.delete(item);
          const others = expected.filter((each) => each !== item);
          if (!isAdded) expected = others;
          else if (!expected.includes(item)) expected = [...expected, item];
          expect([...order]).toEqual(expected);
          expect([order.first(), order.size]).toEqual([expected[0], expected.length]);
          expect(order.has(item)).toBe(isAdded);
        }
      }),
    );
  });
});
