import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.js';

it.each<[string, unknown, string]>([
  ['an error', new Error('gone'), 'gone'],
  ['a long message', new Error('x'.repeat(10_000_000)), 'x'.repeat(1_000)],
  ['a message that is no text', Object.assign(new Error('gone'), { message: { a: 1 } }), 'thrown'],
  ['something else', 'gone', 'thrown'],
])('%s is described', (_, thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});
