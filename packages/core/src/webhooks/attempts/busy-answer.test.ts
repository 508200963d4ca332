import { expect, it } from 'vitest';
import { busyAnswer } from './busy-answer.js';

const NOW = new Date('2026-01-01T12:00:00.000Z');

it.each([
  [429, null, { retryAfterMs: 0 }],
  [502, '120', { retryAfterMs: 120_000 }],
  [503, 'soon', { retryAfterMs: 0 }],
  [504, '9999999', { retryAfterMs: 86_400_000 }],
  [409, '120', null],
  [500, '120', null],
  [200, '120', null],
])('an answer of %d with Retry-After %j asks for %j', (status, retryAfter, asked) => {
  expect(busyAnswer({ type: 'answered', status, retryAfter, body: '' }, NOW)).toEqual(asked);
});

it('a failure without an answer asks for nothing', () => {
  expect(busyAnswer({ type: 'failed', reason: 'timed_out' }, NOW)).toBeNull();
});
