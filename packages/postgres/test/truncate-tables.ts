import pg from 'pg';

/**
 * Empties every table of the schema but the record of its migrations. The audit log refuses that, even
 * to its owner; but an owner may drop the refusal.
 */
export async function truncateTables(pool: pg.Pool, schema = 'stepward'): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname = $1 and tablename <> 'migrations'`,
    [schema],
  );
  const log = `${pg.escapeIdentifier(schema)}.audit_entries`;
  await pool.query(`begin;
    alter table ${log} disable trigger user;
    truncate ${rows.map(({ name }) => name).join(', ')};
    alter table ${log} enable trigger user;
    commit`);
}
