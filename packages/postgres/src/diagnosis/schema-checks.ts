import { quoteLiteral } from '../connection/quote.js';
import { IS_TABLE, rightsOn } from '../migrations/grant-runtime.js';
import { MigrationChanged, NotMigrated, readSchemaRecord } from '../migrations/schema-record.js';
import { failure, fine, listed, warning, type Check } from './check.js';

/** Whether the tables are those of this version. Without them the other checks of tables cannot be made. */
export const migrations: Check = {
  name: 'migrations',
  page: 'docs/running.md#migrations',
  async run(read, { schema, schemaName }) {
    const executor = {
      query: async ({ text, values }: { text: string; values?: unknown[] }) => {
        const rows = await read(text, values);
        return { rows: [...rows], rowCount: rows.length };
      },
    };
    const { pending, changed, unknown, applied } = await readSchemaRecord(executor, schema);
    if (changed.length > 0) {
      return failure(new MigrationChanged(schemaName, changed).message, 'see the page');
    }
    if (pending.length > 0) {
      return failure(new NotMigrated(schemaName).message, 'run "npx stepward migrate"');
    }
    if (unknown.length > 0) {
      const found = `the schema has migrations of a newer version: ${listed(unknown)}`;
      return warning(found, 'update this program and the service');
    }
    return fine(`all ${String(applied?.size ?? 0)} are applied`);
  },
};

const namespaceOf = (schema: string): string => `${quoteLiteral(schema)}::regnamespace`;

interface NamedRow {
  readonly name: string;
}

const rowSecurity: Check = {
  name: 'row-level security',
  page: 'docs/running.md#looking-at-the-tables',
  async run(read, { schema }) {
    const rows = await read<NamedRow>(
      `select relname as name from pg_class
       where relnamespace = ${namespaceOf(schema)} and relkind in ('r', 'p')
         and relname not in ('migrations', 'request_limits')
         and not (relrowsecurity and relforcerowsecurity) order by 1`,
    );
    if (rows.length === 0) return fine('it is on and forced for every table of tenants');
    const tables = listed(rows.map(({ name }) => name));
    const advice = 'alter table … enable row level security, force row level security';
    return failure(`it is off, or does not bind the owner, for ${tables}`, advice);
  },
};

const privileges: Check = {
  name: 'privileges',
  page: 'docs/running.md#migrations',
  async run(read, { schema }) {
    const rows = await read<NamedRow>(
      `select distinct relname as name from pg_class
       cross join unnest(string_to_array(${rightsOn('relname')}, ', ')) as privilege
       where relnamespace = ${namespaceOf(schema)} and ${IS_TABLE} and relname <> 'migrations'
         and not has_table_privilege(oid, privilege) order by 1`,
    );
    if (rows.length === 0) return fine('the role may use every table');
    const tables = listed(rows.map(({ name }) => name));
    const advice = 'run "npx stepward migrate --grant-to <role of the service>"';
    return failure(`the role lacks privileges for ${tables}`, advice);
  },
};

const owner: Check = {
  name: 'owner',
  page: 'docs/running.md#migrations',
  async run(read, { schema }) {
    const [row] = await read<{ readonly is_owner: boolean }>(
      `select coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as is_owner from pg_class
       where relnamespace = ${namespaceOf(schema)} and ${IS_TABLE}`,
    );
    if (row?.is_owner !== true) return fine('the role does not own the tables');
    return warning(
      'the role owns the tables, so it may switch off row-level security and the protection of the logs',
      'let another role migrate with --grant-to; if it does, run this as the role of the service',
    );
  },
};

/** In the order of the report. */
export const SCHEMA_CHECKS: readonly Check[] = [rowSecurity, privileges, owner];
