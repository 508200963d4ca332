import {
  addMs,
  COUNTER_RETENTION_MS,
  ENTRY_RETENTION_MS,
  firstUuidAt,
  SENT_MESSAGE_MS,
  TOMBSTONE_MS,
  type Expiry,
} from '@stepward/core/adapter';
import { endedCode } from '../stores/code-row.js';
import { purgeAuditLog } from '../stores/audit-store.js';
import { DATABASE_NOW_MS } from '../limits/postgres-limits.js';
import { purgeDeliveries, purgeEvents, purgeHandlers, purgeOutbox } from './purge-webhooks.js';
import { boundExpiry, type SweepContext } from './purge-until.js';
import { BATCH, BEGIN_MAINTENANCE, READ_BY_INDEX, sweepAll } from './sweep.js';
import { inTransaction, type TransactionContext } from '../connection/transaction.js';
import { takeLock } from '../connection/unit-of-work.js';

/** No budget covers more than a day, and no send is given back later. */
const DAY_MS = 86_400_000;

/**
 * Sweeps one schema over all tenants: see `Storage.purge`. Several processes may do it at once. It never goes beyond the
 * database's clock plus a minute.
 */
export async function purgeSchema(
  context: SweepContext,
  schema: string,
  expiry: Expiry,
): Promise<void> {
  const { now, eventsUntil, deliveriesUntil, keptUntil } = await boundExpiry(context, expiry);
  await sweepAll(context, { text: endExpiredCodes(schema), values: [now] });
  for (const { table, isDue, olderThanMs } of EXPIRING) {
    const until = olderThanMs === null ? [] : [addMs(now, -olderThanMs)];
    await sweepAll(context, { text: deleteWhere(`${schema}.${table}`, isDue), values: until });
  }
  await purgeDeliveries(context, schema, deliveriesUntil);
  await purgeHandlers(context, schema, deliveriesUntil);
  await purgeOutbox(context, schema, eventsUntil);
  await purgeEvents(context, schema, eventsUntil);
  await purgeAuditLog(context, schema, keptUntil);
  await purgeAuthenticationLog(context, schema, keptUntil);
}

/** Rows that expire. `$1` in the condition is the time `olderThanMs` ago; null if the condition uses the database's clock. */
interface Expiring {
  readonly table: string;
  readonly isDue: string;
  readonly olderThanMs: number | null;
}

const EXPIRING: readonly Expiring[] = [
  { table: 'trusted_devices', isDue: 'expires_at <= $1', olderThanMs: 0 },
  { table: 'codes', isDue: 'ended_at <= $1', olderThanMs: TOMBSTONE_MS },
  { table: 'ledgers', isDue: 'last_used_at <= $1', olderThanMs: DAY_MS },
  {
    table: 'daily_sends',
    isDue: `day < ($1::timestamptz at time zone 'UTC')::date`,
    olderThanMs: DAY_MS,
  },
  { table: 'send_counters', isDue: 'bucket <= $1', olderThanMs: COUNTER_RETENTION_MS },
  { table: 'send_blocks', isDue: 'until <= $1', olderThanMs: COUNTER_RETENTION_MS },
  { table: 'sms_messages', isDue: 'sent_at <= $1', olderThanMs: SENT_MESSAGE_MS },
  { table: 'grants', isDue: 'expires_at <= $1', olderThanMs: 0 },
  { table: 'idempotency_records', isDue: 'expires_at <= $1', olderThanMs: 0 },
  { table: 'request_limits', isDue: `expire <= ${DATABASE_NOW_MS}`, olderThanMs: null },
];

function deleteWhere(table: string, isDue: string): string {
  return `delete from ${table} where ${isInBatch(table, isDue)}`;
}

/** An expired code becomes a tombstone, and its verifier is deleted. */
function endExpiredCodes(schema: string): string {
  const table = `${schema}.codes`;
  return `update ${table} set ${endedCode(`'expired'`, 'expires_at')}
    where ${isInBatch(table, `status = 'pending' and expires_at <= $1`)}`;
}

/** Rows that a unit of work has locked are skipped, and left for the next purge; the others stay where they are until it ends. */
function isInBatch(table: string, isDue: string): string {
  return `ctid = any(array(
    select ctid from ${table} where ${isDue} limit ${String(BATCH)} for update skip locked
  ))`;
}

/**
 * Drops the months of the authentication log that need not be kept any more, makes those ahead, each in a transaction of its own, and
 * deletes such entries of the other months that are past: entries in HIPAA mode are kept for longer. An entry of a month of which others must still be kept for the shorter time waits for those. The
 * row-level security of the table compares the time with the database's clock, and hides other rows from a delete. The
 * service's role may not update the table, and so cannot lock its rows: one sweep at a time.
 */
async function purgeAuthenticationLog(
  context: TransactionContext,
  schema: string,
  now: Date,
): Promise<void> {
  const begin = `${BEGIN_MAINTENANCE}; ${takeLock(['purge authentication log', schema])}`;
  for (const query of [
    { text: `select ${schema}.drop_log_months($1)`, values: [now] },
    { text: `select ${schema}.make_log_months()` },
  ]) {
    await inTransaction(context, begin, (executor) => executor.query(query));
  }
  const table = `${schema}.authentication_entries`;
  const text = `delete from ${table} where entry_id < $2 and (tenant_id, entry_id) in (
    select tenant_id, entry_id from ${table} where retain_until <= $1 and entry_id < $2 limit ${String(BATCH)}
  )`;
  const oldest = addMs(now, -ENTRY_RETENTION_MS);
  const month = new Date(Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth()));
  await sweepAll(
    context,
    { text, values: [now, firstUuidAt(month)] },
    `${begin}; ${READ_BY_INDEX}`,
  );
}
