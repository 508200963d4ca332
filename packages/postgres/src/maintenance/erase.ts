import { addMs, days, ENTRY_RETENTION_MS, ownEventsOf, type Stores } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';
import { findable } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { FIRST_VERSION, identitySubject } from '../stores/code-row.js';
import { BATCH } from './sweep.js';
import { TENANT_TABLES, type TenantTable } from './tenant-tables.js';

/** Which rows of a table are a person's. */
interface PersonRows {
  /** Its parameters begin with `$2`. */
  readonly condition: string;
  readonly values: (identityId: string) => unknown[];
}

const BY_ID: PersonRows = { condition: 'identity_id = $2', values: (identityId) => [identityId] };

const OWN_EVENTS: PersonRows = {
  condition: 'type = any($2::text[]) and strpos(data, $3) > 0',
  values(identityId) {
    const { types, text } = ownEventsOf(identityId);
    return [types, text];
  },
};

/** The rows of a person. That of the ledgers stays for a while: see `forget`. */
const OF_PERSON: Partial<Record<TenantTable, PersonRows>> = {
  identities: BY_ID,
  authenticators: BY_ID,
  trusted_devices: BY_ID,
  enrolments_due: BY_ID,
  codes: BY_ID,
  sms_messages: BY_ID,
  outbox: OWN_EVENTS,
  events: OWN_EVENTS,
  authentication_entries: BY_ID,
};

/** The audit log stays. A trigger deletes the sequence of a subscriber. */
const NEVER_ERASED: readonly TenantTable[] = [
  'audit_entries',
  'audit_heads',
  'subscriber_sequences',
];

const ERASED = TENANT_TABLES.filter((table) => !NEVER_ERASED.includes(table));

/** Rows that stay in any case. */
const STAYS: Partial<Record<TenantTable, string>> = {
  authentication_entries: `retain_until > at + interval '${String(ENTRY_RETENTION_MS)} milliseconds'`,
};

/** What a row of a tenant is found again by: its place, which in a table with partitions several rows may have. */
export function rowKey(table: TenantTable): string {
  return table === 'authentication_entries' ? 'entry_id' : 'ctid';
}

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
  const ofTenant = ERASED.map((table) => partOf(schema, table, null));
  const ofPerson = ERASED.flatMap((table) => {
    const whose = OF_PERSON[table];
    return whose === undefined ? [] : partOf(schema, table, whose);
  });

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

function partOf(schema: string, table: TenantTable, whose: PersonRows | null): ErasedPart {
  const stays = STAYS[table];
  const key = rowKey(table);
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
