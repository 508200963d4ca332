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
  const logs = ['audit_entries', 'audit_heads'].map(
    (name) => `${pg.escapeIdentifier(schema)}.${name}`,
  );
  const triggers = (able: string) =>
    logs.map((log) => `alter table ${log} ${able} trigger user`).join('; ');
  await pool.query(`begin;
    ${triggers('disable')};
    truncate ${rows.map(({ name }) => name).join(', ')};
    ${triggers('enable')};
    commit`);
}
