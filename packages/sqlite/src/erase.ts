import {
  ENTRY_RETENTION_MS,
  type ErasedRows,
  type Erasure,
  ownEventsOf,
} from '@stepward/core/adapter';
import type { Sql, Values } from './connection/index.js';
import type { Session } from './rows/index.js';

const BY_ID = 'identity_id = @identityId';
const OWN_EVENTS = 'type in (select value from json_each(@types)) and instr(data, @text) > 0';

/** All tables with a tenant but those of the audit log, and which of their rows are a person's; null for none. */
const TABLES: Readonly<Record<string, string | null>> = {
  identities: BY_ID,
  api_keys: null,
  record_parts: `subject = 'identity:' || @identityId`,
  trusted_devices: BY_ID,
  enrolments_due: BY_ID,
  codes: BY_ID,
  sms_messages: `whose ->> 'identityId' = @identityId`,
  daily_sends: null,
  send_counters: null,
  send_blocks: null,
  grants: null,
  idempotency_records: null,
  outbox: OWN_EVENTS,
  events: OWN_EVENTS,
  subscribers: null,
  deliveries: null,
  attempts: null,
  organisations: null,
  tenants: null,
  authentication_entries: BY_ID,
};

/** How many rows a call erases at most: nothing else happens in the process meanwhile. */
const BATCH = 1_000;

/** Erases at most {@link BATCH} rows: see `Stores.erase`. */
export function eraseRows(
  { sql }: Session,
  { identityId, keepsAuthenticationLog, isDryRun }: Erasure,
): ErasedRows {
  const values = identityId === null ? {} : valuesOf(identityId);
  const erased: Record<string, number> = {};
  let room = BATCH;
  sql.run('insert into stepward_erasing (tenant_id) values (@tenantId)');
  for (const [table, ofPerson] of Object.entries(TABLES)) {
    if (room === 0) break;
    if (identityId !== null && ofPerson === null) continue;
    if (keepsAuthenticationLog && table === 'authentication_entries') continue;
    const conditions = [
      'tenant_id = @tenantId',
      identityId !== null && ofPerson,
      table === 'authentication_entries' && ERASABLE,
    ];
    const rows = `from stepward_${table} where ${conditions.filter(Boolean).join(' and ')}`;
    const count = isDryRun
      ? (sql.first(`select count(*) as count ${rows}`, values) as { readonly count: number }).count
      : deleteSome(sql, table, rows, { ...values, room });
    if (count > 0) erased[table] = count;
    if (!isDryRun) room -= count;
  }
  sql.run('delete from stepward_erasing');
  return erased;
}

/** Deletes at most `@room` of the rows, and returns how many. `delete … limit` is not in every build of SQLite. */
function deleteSome(sql: Sql, table: string, rows: string, values: Values): number {
  const primaryKey = sql.first(
    'select group_concat(name) as columns from pragma_table_info(@table) where pk > 0',
    { table: `stepward_${table}` },
  );
  const { columns } = primaryKey as { readonly columns: string };
  return sql.run(
    `delete from stepward_${table} where (${columns}) in (select ${columns} ${rows} limit @room)`,
    values,
  );
}

/** Entries that are to be kept for longer stay. */
const ERASABLE = `retain_until <= at + ${String(ENTRY_RETENTION_MS)}`;

function valuesOf(identityId: string): Values {
  const { types, text } = ownEventsOf(identityId);
  return { identityId, types: JSON.stringify(types), text };
}
