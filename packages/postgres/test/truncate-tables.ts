import pg from 'pg';

/** The audit log refuses to be emptied, even to its owner; but an owner may drop the refusal. */
const APPEND_ONLY = ['audit_entries', 'audit_heads'];

/**
 * Empties every table of the schema but the record of its migrations. Only those that were written to are truncated, for each costs
 * new files: a table whose file has no bytes has no rows either. (Counting rows would not do, since row-level security hides them.)
 */
export async function truncateTables(pool: pg.Pool, schema = 'stepward'): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = $1 and tablename <> 'migrations'
       and pg_relation_size(format('%I.%I', schemaname, tablename)::regclass) > 0`,
    [schema],
  );
  if (rows.length === 0) return;
  const qualified = (name: string) => `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const guarded = rows.filter(({ name }) => APPEND_ONLY.includes(name));
  const triggers = (able: string) =>
    guarded.map(({ name }) => `alter table ${qualified(name)} ${able} trigger user;`).join(' ');
  await pool.query(`begin;
    ${triggers('disable')}
    truncate ${rows.map(({ name }) => qualified(name)).join(', ')};
    ${triggers('enable')}
    commit`);
}
