import { quoteTable } from '../sql.js';

/** The default name of the table. */
export const DEFAULT_TABLE = 'stepward_received_events';

/**
 * The SQL (Postgres) that creates the table of `sqlDeduplication`, for your own migrations. It can be run
 * twice.
 *
 * @param table Lower-case letters, digits and underscores, a schema before it or not;
 * `stepward_received_events`.
 * @throws TypeError where the name is another.
 */
export function deduplicationTable(table: string = DEFAULT_TABLE): string {
  const name = quoteTable(table);
  const index = `"${table.split('.').at(-1)?.slice(0, 48) ?? ''}_expires_at"`;
  return `create table if not exists ${name} (
  key text primary key,
  claim_id text not null,
  done boolean not null,
  expires_at timestamptz not null
);
create index if not exists ${index} on ${name} (expires_at);
`;
}
