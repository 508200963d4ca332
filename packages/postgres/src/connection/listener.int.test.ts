import { testDatabase } from '@stepward/dev-postgres';
import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { openListener } from './listener.js';

const database = await testDatabase();
const pool = database.pool();

it('a listener of a frozen process loses its session, and its locks are free', async () => {
  const lost: string[] = [];
  const listener = await openListener({
    ...{ pool, channel: 'stepward', idleMs: 300, onPayload: () => undefined },
    // It stands still, so nothing is checked.
    clock: createFixedClock(),
    onLost: (reason) => lost.push(reason),
  });
  const held = 'select pg_try_advisory_lock(7) as is_taken';
  expect(await listener?.query({ text: held })).toEqual([{ is_taken: true }]);

  const client = await pool.connect();
  const take = async () => (await client.query(held)).rows;
  await expect.poll(take).toEqual([{ is_taken: true }]);
  client.release(true);

  await expect.poll(() => lost).toEqual([expect.stringContaining('idle-session timeout')]);
  expect(await listener?.query({ text: 'select' })).toBeNull();
});
