/** The table that subscribers of an event are looked up in follows the subscribers. */
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, expect, it } from 'vitest';
import { truncateTables } from '../../test/truncate-tables.js';
import { inUnit, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';
import { BEGIN_QUEUE } from '../queue/queue-transaction.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
beforeEach(() => truncateTables(pool));

it('has what each subscriber asks for, and nothing of one that is gone', async () => {
  const [changed, removed] = await subscribe(storage, 'acme', 2);
  expect(await filters()).toEqual(['*', '*']);

  await inUnit(storage, 'acme', async ({ subscribers }) => {
    await subscribers.put({ ...changed!, eventTypes: ['user.*', 'user.created', 'user.*'] });
    await subscribers.delete(removed!.id);
  });
  expect(await filters()).toEqual(['user.*', 'user.created']);

  await inUnit(storage, 'acme', ({ subscribers }) =>
    subscribers.put({ ...changed!, eventTypes: ['user.created'], enabled: false }),
  );
  expect(await filters()).toEqual(['user.created']);
});

async function filters(): Promise<readonly string[]> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN_QUEUE);
    const { rows } = await client.query<{ pattern: string }>(
      'select pattern from stepward.subscriber_filters order by pattern',
    );
    await client.query('commit');
    return rows.map(({ pattern }) => pattern);
  } finally {
    client.release();
  }
}
