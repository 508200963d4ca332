import type { HostTransaction } from '@stepward/core';
import {
  requireTenantId,
  tenantShard,
  type AppendOutcome,
  type PreparedEvent,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement, type Statement } from '../connection/statement.js';
import { eventAnnouncement, payloadOf, shardKey, type QueueSchema } from '../queue/news.js';

/** A row of the outbox. All values are text, because every library that a host may use passes text unchanged. */
export interface OutboxRow {
  readonly tenant_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly organisation_id: string | null;
  readonly data: string;
  readonly emitted_at: string;
  readonly expires_at: string | null;
  readonly version: string | null;
  /** No pattern holds a comma. */
  readonly patterns: string;
  readonly ordering_key: string | null;
  readonly shard: string;
}

export function outboxRow(
  tenantId: string,
  { event, patterns, orderingKey }: PreparedEvent,
): OutboxRow {
  return {
    tenant_id: tenantId,
    event_id: event.id,
    type: event.type,
    organisation_id: event.organisationId,
    data: event.data,
    emitted_at: event.emittedAt.toISOString(),
    expires_at: event.expiresAt?.toISOString() ?? null,
    version: event.version,
    patterns: patterns.join(','),
    ordering_key: orderingKey,
    shard: String(tenantShard(tenantId)),
  };
}

export const OUTBOX_COLUMNS =
  'tenant_id, event_id, type, organisation_id, data, emitted_at, expires_at, version, patterns, ordering_key, shard';

/** Appends events of any tenants to the outbox: one JSON array of rows. */
export function appendEventsStatement(target: QueueSchema): Statement {
  const schema = quoteIdentifier(target.schemaName);
  return statement(
    'event_append',
    `with appended as (
       insert into ${schema}.outbox (${OUTBOX_COLUMNS})
       select ${OUTBOX_COLUMNS} from jsonb_populate_recordset(null::${schema}.outbox, $1)
       returning shard
     )
     select ${eventAnnouncement(target, 'shard')} from (select distinct shard from appended) as touched`,
  );
}

/**
 * The statement that appends an event in a transaction of the host's. A call costs no more than a plain insert of the
 * same row, because its plan is kept, and it finds out whether there is a transaction.
 */
export function joinTransactionStatement(schema: string): string {
  return `call ${schema}.append_event_in_transaction($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, null)`;
}

/** The key of the shard's lock, and what is announced if that cannot be shared; nulls where nothing is. */
function announced(
  { schemaName, wake }: QueueSchema,
  tenantId: string,
): readonly (string | null)[] {
  if (!wake) return [null, null];
  const shard = tenantShard(tenantId);
  return [String(shardKey(schemaName, shard)), payloadOf(`event-${shard}`, schemaName)];
}

/**
 * Appends an event in a transaction of the host's: see `Storage.appendEvent`.
 *
 * @throws TypeError where the tenant id is invalid.
 */
export async function appendEventIn(
  transaction: HostTransaction,
  target: QueueSchema,
  tenantId: string,
  event: PreparedEvent,
): Promise<AppendOutcome> {
  requireTenantId(tenantId);
  const row = Object.values<string | null>({ ...outboxRow(tenantId, event) });
  const { rows } = await transaction.query(
    joinTransactionStatement(quoteIdentifier(target.schemaName)),
    [...row, ...announced(target, tenantId)],
  );
  const [{ outcome }] = rows as readonly [{ readonly outcome: AppendOutcome }];
  return outcome;
}
