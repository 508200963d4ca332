import { Pool } from 'pg';

/** The connections of Stepward and of your own tables. */
export const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  connectionTimeoutMillis: 2_000,
});

/** Call it last: the process ends only when no connection is open. */
export async function closeDatabase(): Promise<void> {
  await pool.end();
}
