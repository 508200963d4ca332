import { Pool } from 'pg';
import postgres from 'postgres';

/** The connections of Stepward. */
export const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  connectionTimeoutMillis: 2_000,
});

/** The connections of your own tables. */
export const sql = postgres(process.env['DATABASE_URL'] ?? '', { onnotice: () => undefined });

/** Call it last: the process ends only when no connection is open. */
export async function closeDatabase(): Promise<void> {
  await sql.end();
  await pool.end();
}
