import { randomUUID } from 'node:crypto';
import { isStorageBusy, systemCaller } from '@stepward/core';
import type { Stores } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import {
  CLAIM_TERMS,
  emit,
  inUnit,
  LEASE_END,
  NOW,
  subscribe,
} from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
/** Nothing ends the unit of work that it waits for, so that however short the time-out is, it does not decide. */
const impatient = createPostgresStorage({ pool, lockWaitMs: 20 });

beforeEach(() => truncateTables(pool));

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

describe('a list of events', () => {
  it('waits for no other request that dispatches them, and has what is committed once that has ended', async () => {
    await emit(storage, 'acme', 1);

    await inUnit(storage, 'acme', async (stores) => {
      expect(await count(stores)).toBe(1);
      await emit(storage, 'acme', 1);
      expect(await inUnit(impatient, 'acme', count)).toBe(0);
    });

    expect(await inUnit(storage, 'acme', count)).toBe(2);
  });

  it('has what a worker is dispatching, but beside another list', async () => {
    await subscribe(storage, 'acme', 1);
    await emit(storage, 'acme', 1);
    const lists: Promise<number>[] = [];
    const listing = createInterceptingPool(pool, async (query, go) => {
      if (query.text === 'commit') {
        lists.push(inUnit(storage, 'acme', count));
        await expect.poll(isOneWaiting).toBe(true);
        expect(await inUnit(impatient, 'acme', count)).toBe(0);
      }
      return go(query);
    });

    const terms = { owner: 'worker', now: NOW, leaseUntil: LEASE_END, ...CLAIM_TERMS };
    const request = { ...terms, limit: 10, perSubscriber: 10, after: null };
    await createPostgresStorage({ pool: listing }).webhooks.queue.claim(request);

    expect(await Promise.all(lists)).toEqual([1]);
  });
});

it('changes of subscribers that wait for a dispatch hold one connection of the pool together', async () => {
  const small = database.pool();
  const { subscribers } = stepwardOver(createPostgresStorage({ pool: small }));
  const some = await subscribe(storage, 'acme', 5);
  await emit(storage, 'acme', 1);

  const changing = await inUnit(storage, 'acme', async (stores) => {
    expect(await count(stores)).toBe(1);
    const changes = some.map(({ id }) =>
      subscribers.change(systemCaller('acme'), id, { description: 'new' }),
    );
    await expect.poll(isOneWaiting).toBe(true);
    return { changes };
  });

  for (const changed of await Promise.all(changing.changes)) {
    expect(changed._unsafeUnwrap().description).toBe('new');
  }
  expect(small.totalCount).toBe(1);
});

/** How many events the tenant lists. */
async function count({ events }: Stores): Promise<number> {
  const all = { type: null, organisationId: null, since: null, until: null };
  const { items } = await events.list(all, { limit: 10, position: null });
  return items.length;
}

async function isOneWaiting(): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}
