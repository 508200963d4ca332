import { randomUUID } from 'node:crypto';
import { isStorageBusy } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { inUnit } from '../test/webhook-samples.js';
import { createPostgresStorage } from './index.js';

const pool = (await testDatabase()).pool();
const storage = createPostgresStorage({ pool });
/** Nothing ends the unit of work that it waits for, so that however short the time-out is, it does not decide. */
const impatient = createPostgresStorage({ pool, lockWaitMs: 20 });

/** Dispatches the events of one tenant beside a unit of work that has dispatched those of another, and has not ended. */
function dispatchBeside(dispatched: string, tenantId: string): Promise<void> {
  const change = (from: typeof storage, tenant: string, then?: () => Promise<void>) =>
    inUnit(from.webhooks, tenant, async ({ subscribers }) => {
      await subscribers.delete(randomUUID());
      await then?.();
    });
  return change(storage, dispatched, () => change(impatient, tenantId));
}

it('changes of one tenant dispatch its events in turn, so that none waits for rows of another', async () => {
  await expect(dispatchBeside('acme', 'acme')).rejects.toSatisfy(isStorageBusy);
  await dispatchBeside('acme', 'globex');
});

it('tenants do not wait for each other, though their names have one hash of 32 bits', async () => {
  const [one, other] = ['tenant-109551', 'tenant-161554'];
  const { rows } = await pool.query('select hashtext($1) = hashtext($2) as is_one', [one, other]);
  expect(rows).toEqual([{ is_one: true }]);
  await dispatchBeside(one, other);
});
