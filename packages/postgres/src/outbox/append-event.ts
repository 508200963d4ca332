import type { HostTransaction } from '@stepward/core';
import {
  requireTenantId,
  type AppendOutcome,
  type PreparedEvent,
  type StoredEvent,
} from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';

/** A row of the outbox. All values are text, because every library that a host may use passes text unchanged. */
export interface OutboxRow {
  readonly tenant_id: string;
  readonly event_id: string;
  readonly type: string;
  readonly organisation_id: string | null;
  readonly data: string;
  readonly emitted_at: string;
  /** No pattern holds a comma. */
  readonly patterns: string;
}

export function outboxRow(tenantId: string, { event, patterns }: PreparedEvent): OutboxRow {
  return {
    tenant_id: tenantId,
    event_id: event.id,
    type: event.type,
    organisation_id: event.organisationId,
    data: event.data,
    emitted_at: event.emittedAt.toISOString(),
    patterns: patterns.join(','),
  };
}

const COLUMNS = 'tenant_id, event_id, type, organisation_id, data, emitted_at, patterns';

/** Appends events of any tenants to the outbox: one JSON array of rows. */
export function appendEventsStatement(schema: string): Statement {
  return statement(
    'event_append',
    `insert into ${schema}.outbox (${COLUMNS})
     select ${COLUMNS} from jsonb_populate_recordset(null::${schema}.outbox, $1)`,
  );
}

export function appendEventsValues(rows: readonly OutboxRow[]): unknown[] {
  return [JSON.stringify(rows)];
}

/**
 * The statement that appends an event in a transaction of the host's. A call costs no more than a plain insert of the
 * same row, because its plan is kept, and it finds out whether there is a transaction.
 */
export function joinTransactionStatement(schema: string): string {
  return `call ${schema}.append_event_in_transaction($1, $2, $3, $4, $5, $6, $7, null)`;
}

/**
 * Appends an event in a transaction of the host's: see `Storage.appendEvent`.
 *
 * @throws TypeError where the tenant id is invalid.
 */
export async function appendEventIn(
  transaction: HostTransaction,
  join: string,
  tenantId: string,
  event: StoredEvent,
  patterns: readonly string[],
): Promise<AppendOutcome> {
  requireTenantId(tenantId);
  const values = Object.values(outboxRow(tenantId, { event, patterns }));
  const { rows } = await transaction.query(join, values);
  const [row] = rows as readonly [{ readonly outcome: AppendOutcome }];
  return row.outcome;
}
