import { expect, it } from 'vitest';
import { shareParts } from './shared-parts.js';

const limit = { name: 'limit', part: { in: 'query' } };
const status = { name: 'status', part: { in: 'query' } };

it('refers to what occurs more than once, and leaves the rest in its place', () => {
  const shared = shareParts('parameters', [limit, status, limit]);
  expect(shared.components).toEqual({ limit: limit.part });
  expect(shared.place(limit)).toEqual({ $ref: '#/components/parameters/limit' });
  expect(shared.place(status)).toBe(status.part);
});

it('leaves what has the name of a component and is another part', () => {
  const other = { name: 'limit', part: { in: 'header' } };
  const shared = shareParts('parameters', [limit, limit, other]);
  expect(shared.place(other)).toBe(other.part);
});

it('refuses two components of one name', () => {
  const other = { name: 'limit', part: { in: 'header' } };
  expect(() => shareParts('parameters', [limit, other, limit, other])).toThrow(
    'two parameters have the name limit',
  );
});
