import { expect, it } from 'vitest';
import { z } from 'zod';
import { Refusal } from '../answer.js';
import { readQuery } from './read-input.js';

const schema = z.object({ limit: z.string().max(3).optional() });

function violationsIn(query: string): readonly unknown[] {
  const read = readQuery(query, schema);
  if (!(read instanceof Refusal) || !('violations' in read.failure)) throw new Error('not refused');
  return read.failure.violations;
}

it('a query is refused for its unknown, repeated and invalid parameters, in the order of their names', () => {
  expect(violationsIn('a=1&limit=5&a=2&limit=1000&b=')).toEqual([
    { field: 'a', rule: 'unknown_parameter', limit: ['limit'], value: '1' },
    { field: 'limit', rule: 'sent_once', limit: 1, value: ['5', '1000'] },
    { field: 'b', rule: 'unknown_parameter', limit: ['limit'], value: '' },
    { field: 'limit', rule: 'text', limit: 'at most 3 characters', value: '1000' },
  ]);
});

it('of thousands of unknown parameters, as many are listed as an answer has', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `p${String(index)}`);
  expect(violationsIn(names.join('&'))).toHaveLength(100);
});
