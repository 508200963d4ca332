import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { tenantDispatch } from './dispatch-events.js';

const pool = (await testDatabase()).pool();
const { text } = tenantDispatch('stepward').waiting;

/** Runs the dispatch of a tenant beside one of acme's that has not ended; the SQLSTATE of its error, or null. */
async function besideAcme(tenantId: string): Promise<unknown> {
  const [first, second] = [await pool.connect(), await pool.connect()];
  try {
    await first.query('begin');
    await first.query(text, ['acme']);
    // Nothing ends the first, so that however short the time-out is, it does not decide.
    await second.query(`begin; set local lock_timeout = '20ms'`);
    return await second.query(text, [tenantId]).then(
      () => null,
      (error: unknown) => error,
    );
  } finally {
    for (const client of [first, second]) {
      await client.query('rollback');
      client.release();
    }
  }
}

it('units of work that dispatch events of one tenant take turns, so that none waits for rows of another', async () => {
  expect(await besideAcme('acme')).toMatchObject({ code: '55P03' });
  expect(await besideAcme('globex')).toBeNull();
});
