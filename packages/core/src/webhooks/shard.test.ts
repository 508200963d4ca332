import { expect, it } from 'vitest';
import { fairShare } from './shard.js';

it.each([
  [1, 64, 64],
  [3, 21, 22],
  [10, 6, 7],
  [63, 1, 2],
  [64, 1, 1],
  [200, 0, 1],
])('%i workers share all shards, each %i or %i of them', (workers, least, most) => {
  const shares = Array.from({ length: workers }, (_, place) => fairShare(workers, place));
  expect(shares.reduce((sum, share) => sum + share)).toBe(64);
  expect([Math.min(...shares), Math.max(...shares)]).toEqual([least, most]);
});
