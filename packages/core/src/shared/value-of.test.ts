import { ok } from 'neverthrow';
import { expect, it } from 'vitest';
import type { Page } from './page.js';
import { valueOf } from './value-of.js';

it('the value of a result that cannot be refused is its value', () => {
  const page: Page<number> = { items: [1], nextPosition: null };
  expect(valueOf(ok(page))).toBe(page);
});
