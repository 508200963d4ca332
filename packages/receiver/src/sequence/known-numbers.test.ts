import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  GAP_TTL_MS,
  keptAt,
  MAX_GAPS,
  placeOf,
  withoutRange,
  type KnownNumbers,
} from './known-numbers.js';

function recorded(numbers: readonly number[], from: KnownNumbers | null = null) {
  return numbers.reduce<{ places: string[]; known: KnownNumbers | null }>(
    ({ places, known }, number) => {
      const next = placeOf(known, number, 0);
      return { places: [...places, next.place.type], known: next.known };
    },
    { places: [], known: from },
  );
}

describe('the place of a number', () => {
  it.each<[string, readonly number[], readonly string[]]>([
    ['in order', [1, 2, 3], ['first', 'next', 'next']],
    ['from a later beginning', [41, 42, 40], ['first', 'next', 'unknown']],
    ['that fill a gap', [1, 4, 3, 2, 5], ['first', 'gap', 'late', 'late', 'next']],
    ['that come twice', [1, 1, 3, 2, 2, 3], ['first', 'repeat', 'gap', 'late', 'repeat', 'repeat']],
  ])('of numbers %s', (_, numbers, places) => {
    expect(recorded(numbers).places).toEqual(places);
  });

  it('says which numbers are missing', () => {
    const { known } = recorded([1]);
    expect(placeOf(known, 5, 7)).toEqual({
      place: { type: 'gap', missing: { from: 2, to: 4 } },
      known: { first: 1, last: 5, gaps: [{ from: 2, to: 4, since: 7 }] },
    });
  });

  it('is what a list of all numbers says, in whatever order they come', () => {
    const orders = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(orders, (numbers) => {
        const { known } = recorded(numbers);
        const [first = 0] = numbers;
        const seen = new Set(numbers.filter((number) => number >= first));
        const last = Math.max(...seen);
        const missing = known?.gaps.flatMap(({ from, to }) =>
          Array.from({ length: to - from + 1 }, (_, index) => from + index),
        );
        const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
        expect([known?.first, known?.last]).toEqual([first, last]);
        expect(missing).toEqual(all.filter((number) => !seen.has(number)));
      }),
    );
  });
});

describe('of many gaps', () => {
  const odd = Array.from({ length: MAX_GAPS + 2 }, (_, index) => 2 * index + 1);

  it('the lowest are forgotten, and their numbers are unknown', () => {
    const { known } = recorded(odd);
    expect(known?.gaps).toHaveLength(MAX_GAPS);
    expect(recorded([2, 4], known).places).toEqual(['unknown', 'late']);
  });

  it('one that is split counts twice', () => {
    const { known } = recorded([...odd.slice(0, MAX_GAPS), 2 * MAX_GAPS + 5]);
    const split = recorded([2 * MAX_GAPS + 2], known).known;
    expect(split?.gaps).toHaveLength(MAX_GAPS);
  });

  it('those that are too old are forgotten', () => {
    const before = placeOf(recorded([1]).known, 3, 5).known;
    const after = placeOf(before, 5, 6).known;
    expect(keptAt(after, GAP_TTL_MS + 4)).toBe(after);
    expect(keptAt(after, GAP_TTL_MS + 5)).toMatchObject({ first: 3, gaps: [{ from: 4 }] });
    expect(keptAt(after, GAP_TTL_MS + 6)).toEqual({ first: 5, last: 5, gaps: [] });
  });
});

it('takes a range out of every gap that it meets', () => {
  const { known } = recorded([1, 5, 9, 13]);
  if (known === null) return expect.unreachable();
  const parts = withoutRange(known, { from: 4, to: 10 }).gaps.map(({ from, to }) => [from, to]);
  expect(parts).toEqual([
    [2, 3],
    [11, 12],
  ]);
  expect(withoutRange(known, { from: 5, to: 5 })).toBe(known);
});
