import type { PostgresExecutor } from './postgres-pool.js';
import { quoteIdentifier } from './quote-identifier.js';

/**
 * Lets a role read and write the rows of every table in the schema, as far as row-level security
 * goes, and read which migrations were applied.
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
  const tables = (rows as { readonly name: string }[])
    .map(({ name }) => `${schema}.${quoteIdentifier(name)}`)
    .join(', ');
  await executor.query({
    text: `grant usage on schema ${schema} to ${role};
      grant select on ${schema}.migrations to ${role};
      grant select, insert, update, delete on ${tables} to ${role}`,
  });
}
