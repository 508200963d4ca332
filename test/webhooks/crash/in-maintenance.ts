import type { Pool } from 'pg';

/** Runs a statement over the rows of all tenants, and those that only workers see. */
export async function inMaintenance(pool: Pool, text: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local stepward.maintenance = 'on'`);
    await client.query(text);
    await client.query('commit');
  } finally {
    client.release();
  }
}
