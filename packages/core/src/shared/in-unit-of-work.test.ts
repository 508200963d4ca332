import { expect, it } from 'vitest';
import { createMemoryStorage } from '@stepward/testing';
import { inUnitOfWork } from './in-unit-of-work.js';

it('a unit of work that cannot be refused commits, and gives its value', async () => {
  const storage = createMemoryStorage();
  const scope = { tenantId: 'acme' };
  const answer = await inUnitOfWork(storage, scope, async ({ dailySends }) =>
    dailySends.add('2026-01-01', 'others', 1),
  );
  expect(answer).toBe(1);
  expect(
    await inUnitOfWork(storage, scope, ({ dailySends }) =>
      dailySends.add('2026-01-01', 'others', 1),
    ),
  ).toBe(2);
});
