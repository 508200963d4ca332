import type pg from 'pg';
import { BEGIN_MAINTENANCE } from '../src/maintenance/sweep.js';

/** Runs SQL over the rows of all tenants, in a transaction of its own. */
export async function asQueue<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<readonly Row[]> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN_MAINTENANCE);
    const { rows } = await client.query<Row>(text, values);
    await client.query('commit');
    return rows;
  } finally {
    client.release();
  }
}
