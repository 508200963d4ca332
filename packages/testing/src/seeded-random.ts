import type { Random } from '@stepward/core';
import { uuidOf } from '@stepward/core/adapter';

/**
 * Creates a repeatable generator (mulberry32), for tests only: its numbers are evenly spread but easy to
 * predict, so it must never make codes in production.
 */
export function createSeededRandom(seed = 1): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  return {
    integer: (below) => Math.floor((next() / 2 ** 32) * below),
    bytes: (count) => Uint8Array.from({ length: count }, () => next() & 0xff),
    uuid: () => {
      const hex = Array.from({ length: 4 }, () => next().toString(16).padStart(8, '0')).join('');
      const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
      return uuidOf(`${hex.slice(0, 12)}4${hex.slice(13, 16)}${variant}${hex.slice(17)}`);
    },
  };
}
