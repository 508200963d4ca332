import {
  COUNTER_RETENTION_MS,
  SENT_MESSAGE_MS,
  TOMBSTONE_MS,
  type Expiry,
} from '@stepward/core/adapter';
import { endedCode } from '../stores/code-row.js';
import { purgeAuditLog } from '../stores/audit-store.js';
import { DATABASE_NOW_MS } from '../limits/postgres-limits.js';
import { purgeEvents, purgeOutbox } from './purge-webhooks.js';
import { boundExpiry, type SweepContext } from './purge-until.js';
import { BATCH, sweepAll, BEGIN_MAINTENANCE } from './sweep.js';
import type { TransactionContext } from '../connection/transaction.js';
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
  const { now, eventsUntil, keptUntil } = await boundExpiry(context, expiry);
  const dayAgo = new Date(now.getTime() - DAY_MS);
  await sweepAll(context, { text: endExpiredCodes(schema), values: [now] });
  await sweepAll(context, {
    text: deleteWhere(schema, CODES, 'ended_at <= $1'),
    values: [new Date(now.getTime() - TOMBSTONE_MS)],
  });
  await sweepAll(context, {
    text: deleteWhere(schema, LEDGERS, 'last_used_at <= $1'),
    values: [dayAgo],
  });
  await sweepAll(context, {
    text: deleteWhere(schema, DAILY_SENDS, 'day < $1'),
    values: [dayAgo.toISOString().slice(0, 10)],
  });
  const countedUntil = [new Date(now.getTime() - COUNTER_RETENTION_MS)];
  await sweepAll(context, {
    text: deleteWhere(schema, SEND_COUNTERS, 'bucket <= $1'),
    values: countedUntil,
  });
  await sweepAll(context, {
    text: deleteWhere(schema, SEND_BLOCKS, 'until <= $1'),
    values: countedUntil,
  });
  await sweepAll(context, {
    text: deleteWhere(schema, SMS_MESSAGES, 'sent_at <= $1'),
    values: [new Date(now.getTime() - SENT_MESSAGE_MS)],
  });
  await sweepAll(context, {
    text: deleteWhere(schema, IDEMPOTENCY, 'expires_at <= $1'),
    values: [now],
  });
  await sweepAll(context, {
    text: deleteWhere(schema, REQUEST_LIMITS, `expire <= ${DATABASE_NOW_MS}`),
    values: [],
  });
  await purgeOutbox(context, schema, eventsUntil);
  await purgeEvents(context, schema, eventsUntil);
  await purgeAuditLog(context, schema, keptUntil);
  await purgeAuthenticationLog(context, schema, keptUntil);
}

interface SweptTable {
  readonly name: string;
  readonly key: string;
}

const CODES: SweptTable = {
  name: 'codes',
  key: 'tenant_id, identity_id, factor, purpose, session_id',
};
const LEDGERS: SweptTable = { name: 'ledgers', key: 'tenant_id, subject' };
const DAILY_SENDS: SweptTable = { name: 'daily_sends', key: 'tenant_id, day, share' };
const SEND_COUNTERS: SweptTable = {
  name: 'send_counters',
  key: 'tenant_id, name, bucket, part',
};
const SEND_BLOCKS: SweptTable = { name: 'send_blocks', key: 'tenant_id, name' };
const SMS_MESSAGES: SweptTable = { name: 'sms_messages', key: 'tenant_id, message_hash' };
const IDEMPOTENCY: SweptTable = { name: 'idempotency_records', key: 'tenant_id, record_id' };
const REQUEST_LIMITS: SweptTable = { name: 'request_limits', key: 'key' };

function deleteWhere(schema: string, table: SweptTable, isDue: string): string {
  return `delete from ${schema}.${table.name} where ${isInBatch(schema, table, isDue)}`;
}

/** An expired code becomes a tombstone, and its verifier is deleted. */
function endExpiredCodes(schema: string): string {
  return `update ${schema}.${CODES.name}
    set ${endedCode(`'expired'`, 'expires_at')}
    where ${isInBatch(schema, CODES, `status = 'pending' and expires_at <= $1`)}`;
}

/** Rows that a unit of work has locked are skipped, and left for the next purge. */
function isInBatch(schema: string, { name, key }: SweptTable, isDue: string): string {
  return `(${key}) in (
    select ${key} from ${schema}.${name} where ${isDue} limit ${String(BATCH)} for update skip locked
  )`;
}

/**
 * Deletes entries of the authentication log that need not be kept any more. The row-level security of the table
 * compares the time with the database's clock, and hides other rows from a delete. The service's role may not update the table, and so cannot
 * lock its rows: one sweep at a time.
 */
async function purgeAuthenticationLog(
  context: TransactionContext,
  schema: string,
  now: Date,
): Promise<void> {
  const lock = takeLock(['purge authentication log', schema]);
  const table = `${schema}.authentication_entries`;
  const text = `delete from ${table} where (tenant_id, entry_id) in (
    select tenant_id, entry_id from ${table} where retain_until <= $1 limit ${String(BATCH)}
  )`;
  await sweepAll(context, { text, values: [now] }, `${BEGIN_MAINTENANCE}; ${lock}`);
}
