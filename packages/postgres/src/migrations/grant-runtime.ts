import { quoteLiteral } from '../connection/quote.js';

/** The service's role cannot change an entry of a log, move the head of the audit log back, take a shard away, or move a tenant. */
const NARROWER: Readonly<Record<string, string>> = {
  attempts: 'select, insert, delete',
  audit_entries: 'select, insert, delete',
  audit_heads: 'select, insert, update',
  authentication_entries: 'select, insert, delete',
  shards: 'select, insert, update',
  tenant_moves: 'select',
};

/** The functions that the service calls; triggers need no privilege. */
const ROUTINES = [
  'append_event_in_transaction',
  'drop_log_months',
  'is_refusal_inside',
  'make_log_months',
  'tenant_here',
];

/**
 * The statements that let a role read and write the rows of every table in the schema, as far as row-level security
 * goes, append events, and read which migrations were applied. The role can only append to the logs, and purge them.
 * Both names are already quoted.
 */
export function grantRuntime(schema: string, role: string): readonly string[] {
  const routines = ROUTINES.map((name) => `${schema}.${name}`).join(', ');
  return [
    `grant usage on schema ${schema} to ${role}`,
    `grant select on ${schema}.migrations to ${role}`,
    `grant execute on routine ${routines} to ${role}`,
    `do ${quoteLiteral(grantTables(schema, role))}`,
  ];
}

/** Whether a row of `pg_class` is a table, and no partition: those have no privileges of their own. */
export const IS_TABLE = `relkind in ('r', 'p') and not relispartition`;

/** A loop in the server, so that the statements do not depend on the list of tables. */
function grantTables(schema: string, role: string): string {
  return `
    declare
      name text;
    begin
      for name in
        select relname from pg_class
        where relnamespace = ${quoteLiteral(schema)}::regnamespace and ${IS_TABLE} and relname <> 'migrations'
      loop
        execute format(
          'grant %s on %s.%I to %s',
          ${rightsOn('name')},
          ${quoteLiteral(schema)}, name, ${quoteLiteral(role)}
        );
      end loop;
    end
  `;
}

/** SQL for the privileges that the service needs on the table of that name, separated by commas. */
export function rightsOn(name: string): string {
  const narrower = Object.entries(NARROWER).map(
    ([table, rights]) => `when '${table}' then '${rights}'`,
  );
  return `case ${name} ${narrower.join(' ')} else 'select, insert, update, delete' end`;
}
