import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '@stepward/core';
import { createSeededRandom } from './seeded-random.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the seeded generator', () => {
  it('repeats itself for a seed and differs between seeds', () => {
    const draw = (seed: number) => {
      const random = createSeededRandom(seed);
      return [random.integer(1_000_000), random.uuid(), random.integer(1_000_000)];
    };
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
  });

  it('gives no UUID twice', () => {
    const random = createSeededRandom();
    const uuids = Array.from({ length: 10_000 }, () => random.uuid());
    expect(new Set(uuids).size).toBe(uuids.length);
  });
});

describe.each([
  ['the seeded generator', createSeededRandom()],
  ["the platform's generator", systemRandom],
])('%s', (_, random) => {
  it('stays within its bound and gives whole numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (below) => {
        const drawn = random.integer(below);
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < below).toBe(true);
      }),
    );
  });

  it('gives UUIDs of version 4', () => {
    for (let count = 0; count < 100; count += 1) expect(random.uuid()).toMatch(UUID);
  });
});
