import { expect, it } from 'vitest';
import { createMemoryStorage } from '@stepward/testing';
import { inUnitOfWork } from './in-unit-of-work.js';

it('a unit of work that cannot be refused commits, and gives its value', async () => {
  const storage = createMemoryStorage();
  const scope = { tenantId: 'acme' };
  const answer = await inUnitOfWork(storage, scope, async ({ policies }) => {
    await policies.writeOverrides('org-1', {}, null);
    return policies.read('org-1');
  });
  expect(answer.known).toBe(true);
  const read = inUnitOfWork(storage, scope, ({ policies }) => policies.read('org-1'));
  expect(await read).toEqual(answer);
});
