import { expect, it } from 'vitest';
import { hasFailedTooLong } from './failing-subscriber.js';

it.each([
  ['2026-01-05T23:59:59.999Z', false],
  ['2026-01-06T00:00:00.000Z', true],
  ['2026-02-01T00:00:00.000Z', true],
  ['2025-12-31T00:00:00.000Z', false],
])(
  'a subscriber that fails since the first of January has, at %s, failed too long: %s',
  (now, is) => {
    expect(hasFailedTooLong(new Date('2026-01-01T00:00:00.000Z'), new Date(now))).toBe(is);
  },
);
