import { addMs, days, ENTRY_RETENTION_MS, ownEventsOf, type Stores } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { findable } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { FIRST_VERSION, identitySubject } from '../stores/code-row.js';
import { BATCH } from './sweep.js';

/** Which rows of a table are a person's. */
interface PersonRows {
  /** Its parameters begin with `$2`. */
  readonly condition: string;
  readonly values: (identityId: string) => unknown[];
}

interface ErasedTable {
  readonly table: string;
  /** Null where no row is a person's. */
  readonly ofPerson: PersonRows | null;
  /** Rows that stay in any case. */
  readonly stays?: string;
  /** What a row of a tenant is found again by; its place by default, which in a table with partitions several rows may have. */
  readonly key?: string;
}

const BY_ID: PersonRows = { condition: 'identity_id = $2', values: (identityId) => [identityId] };

const OWN_EVENTS: PersonRows = {
  condition: 'type = any($2::text[]) and strpos(data, $3) > 0',
  values(identityId) {
    const { types, text } = ownEventsOf(identityId);
    return [types, text];
  },
};

/**
 * All tables with a tenant but those of the audit log, in the order in which they are erased: first what lets people and keys in;
 * the outbox before the events that are made of it; the authentication log last, for what was under way may still append.
 */
const TABLES: readonly ErasedTable[] = [
  { table: 'identities', ofPerson: BY_ID },
  { table: 'api_keys', ofPerson: null },
  { table: 'authenticators', ofPerson: BY_ID },
  { table: 'trusted_devices', ofPerson: BY_ID },
  { table: 'enrolments_due', ofPerson: BY_ID },
  { table: 'codes', ofPerson: BY_ID },
  { table: 'sms_messages', ofPerson: BY_ID },
  // A person's row stays for a while: see `forget`.
  { table: 'ledgers', ofPerson: null },
  { table: 'daily_sends', ofPerson: null },
  { table: 'send_counters', ofPerson: null },
  { table: 'send_blocks', ofPerson: null },
  { table: 'grants', ofPerson: null },
  { table: 'idempotency_records', ofPerson: null },
  { table: 'outbox', ofPerson: OWN_EVENTS },
  { table: 'events', ofPerson: OWN_EVENTS },
  // Triggers delete the filters and sequences of a subscriber.
  { table: 'subscribers', ofPerson: null },
  { table: 'pending_deliveries', ofPerson: null },
  { table: 'attempts', ofPerson: null },
  { table: 'deliveries', ofPerson: null },
  { table: 'organisation_policies', ofPerson: null },
  { table: 'organisations', ofPerson: null },
  { table: 'tenants', ofPerson: null },
  {
    table: 'authentication_entries',
    ofPerson: BY_ID,
    key: 'entry_id',
    stays: `retain_until > at + interval '${String(ENTRY_RETENTION_MS)} milliseconds'`,
  },
];

/**
 * How long the ledger of an erased person stays. Its version makes a decision fail that was read before and is stored after,
 * which would bring rows back.
 */
const FORGOTTEN_MS = 300_000;

/** A ledger is purged a day after its last use. */
const LEDGER_MS = days(1);

/** Allows to delete entries of the authentication log, and restricts to plans that read by an index: tables may be long. */
const BEGIN_ERASING = statement(
  'erase_begin',
  `select set_config('stepward.erasing', 'on', true), set_config('enable_seqscan', 'off', true)`,
);

/** Erases at most {@link BATCH} rows in a call: see `Stores.erase`. */
export function erasers(schema: string): (session: TenantSession) => Stores['erase'] {
  const forget = forgetStatement(schema);
  const ofTenant = TABLES.map((one) => partOf(schema, one, null));
  const ofPerson = TABLES.flatMap((one) =>
    one.ofPerson === null ? [] : partOf(schema, one, one.ofPerson),
  );

  return ({ tenantId, query }) =>
    async ({ identityId, keepsAuthenticationLog, now, isDryRun }) => {
      // Postgres stores no such id.
      if (identityId !== null && findable(identityId) === null) return {};
      await query(BEGIN_ERASING, []);
      if (identityId !== null && !isDryRun) {
        const lastUsedAt = addMs(now, FORGOTTEN_MS - LEDGER_MS);
        await query(forget, [tenantId, identitySubject(identityId), lastUsedAt]);
      }
      const erased: Record<string, number> = {};
      let room = BATCH;
      for (const { table, valuesOf, count, remove } of identityId === null ? ofTenant : ofPerson) {
        if (room === 0) break;
        if (keepsAuthenticationLog && table === 'authentication_entries') continue;
        const values = [tenantId, ...valuesOf(identityId ?? '')];
        const [row] = await (isDryRun ? query(count, values) : query(remove, [...values, room]));
        const { rows } = row as { readonly rows: number };
        if (rows > 0) erased[table] = rows;
        if (!isDryRun) room -= rows;
      }
      return erased;
    };
}

/** The statements of a table, for the rows of a person or of a tenant. */
interface ErasedPart {
  readonly table: string;
  readonly valuesOf: PersonRows['values'];
  readonly count: Statement;
  /** The last parameter is the maximum number of rows. */
  readonly remove: Statement;
}

function partOf(
  schema: string,
  { table, stays, key = 'ctid' }: ErasedTable,
  whose: PersonRows | null,
): ErasedPart {
  const valuesOf = whose?.values ?? (() => []);
  const conditions = ['tenant_id = $1', whose?.condition, stays && `not (${stays})`];
  const rows = `from ${schema}.${table} where ${conditions.filter(Boolean).join(' and ')}`;
  const limit = `$${String(valuesOf('').length + 2)}`;
  return {
    table,
    valuesOf,
    count: statement(`erase_count_${table}`, `select count(*)::integer as rows ${rows}`),
    remove: statement(
      `erase_${table}`,
      `with erased as (
         delete from ${schema}.${table}
         where tenant_id = $1 and ${key} = any(array(select ${key} ${rows} limit ${limit})) returning 1
       )
       select count(*)::integer as rows from erased`,
    ),
  };
}

/** Empties a person's ledger, or makes one, and raises its version. */
function forgetStatement(schema: string): Statement {
  return statement(
    'erase_forget',
    `insert into ${schema}.ledgers as stored (tenant_id, subject, last_used_at, version)
     values ($1, $2, $3, ${FIRST_VERSION})
     on conflict (tenant_id, subject) do update
     set version = stored.version + 1, last_used_at = $3, sent_at = '{}', cooldown_started_at = null,
       wrong_guesses = '{}', refused_at = '{}', started_at = '{}'`,
  );
}
