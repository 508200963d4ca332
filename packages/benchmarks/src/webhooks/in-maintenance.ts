import type { Pool } from 'pg';

/** Runs a statement over the rows of all tenants. */
export async function inMaintenance(
  pool: Pool,
  text: string,
  values: unknown[] = [],
): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local stepward.maintenance = 'on'`);
    await client.query(text, values);
    await client.query('commit');
  } finally {
    client.release();
  }
}
