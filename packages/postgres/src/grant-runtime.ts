import type { PostgresExecutor } from './postgres-pool.js';
import { quoteIdentifier } from './quote-identifier.js';

/** The service's role cannot change an entry of a log, or move the head of the audit log back. */
const NARROWER: Readonly<Record<string, string>> = {
  audit_entries: 'select, insert, delete',
  audit_heads: 'select, insert, update',
  authentication_entries: 'select, insert, delete',
};

/** What statements of the service call; triggers need no right. */
const ROUTINES = [
  'append_event',
  'append_event_if_joined',
  'append_event_in_transaction',
  'read_challenge',
  'read_decision',
  'read_ledger',
  'write_decision',
  'uuidv7',
];

/**
 * Lets a role read and write the rows of every table in the schema, as far as row-level security
 * goes, append events, and read which migrations were applied. The logs it can only add to, and purge.
 */
export async function grantRuntime(
  executor: PostgresExecutor,
  schema: string,
  role: string,
): Promise<void> {
  const { rows } = await executor.query({
    text: `select relname as name from pg_class
      where relnamespace = $1::regnamespace and relkind = 'r' and relname <> 'migrations'`,
    values: [schema],
  });
  const grants = (rows as { readonly name: string }[]).map(({ name }) => {
    const rights = NARROWER[name] ?? 'select, insert, update, delete';
    return `grant ${rights} on ${schema}.${quoteIdentifier(name)} to ${role}`;
  });
  const routines = ROUTINES.map((name) => `${schema}.${name}`).join(', ');
  await executor.query({
    text: [
      `grant usage on schema ${schema} to ${role}`,
      `grant select on ${schema}.migrations to ${role}`,
      `grant execute on routine ${routines} to ${role}`,
      ...grants,
    ].join('; '),
  });
}
