import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurnOrder } from './turn-order.js';

describe('an order of turns', () => {
  it('is that in which its items were added, at the end or at the front, each once', () => {
    const change = fc.constantFrom('add' as const, 'addFirst' as const, 'delete' as const);
    const changes = fc.array(fc.tuple(change, fc.nat({ max: 8 })), { maxLength: 80 });
    fc.assert(
      fc.property(changes, (changed) => {
        const order = createTurnOrder<number>();
        let expected: readonly number[] = [];
        for (const [by, item] of changed) {
          order[by](item);
          const others = expected.filter((each) => each !== item);
          if (by === 'delete') expected = others;
          else if (by === 'addFirst') expected = [item, ...others];
          else if (!expected.includes(item)) expected = [...expected, item];
          expect([...order]).toEqual(expected);
          expect([order.first(), order.size]).toEqual([expected[0], expected.length]);
          expect(order.has(item)).toBe(by !== 'delete');
        }
      }),
    );
  });
});
