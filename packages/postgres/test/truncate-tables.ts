import type pg from 'pg';

/** Empties every table of the schema but the record of its migrations. */
export async function truncateTables(pool: pg.Pool, schema = 'stepward'): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = $1 and tablename <> 'migrations'`,
    [schema],
  );
  await pool.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
}
