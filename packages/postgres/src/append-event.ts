import type { HostTransaction } from '@stepward/core';
import { requireTenantId, type AppendOutcome, type StoredEvent } from '@stepward/core/adapter';
import { statement, type Statement } from './statement.js';

/**
 * Appends an event by the function that the migrations made. The column is named by one word, because a
 * host's library may turn `snake_case` into `camelCase`.
 */
export function appendEventStatement(schema: string): Statement {
  return statement(
    'event_append',
    `select ${schema}.append_event($1, $2, $3, $4, $5, $6, $7) as appended`,
  );
}

/** No pattern holds a comma. */
export function appendEventValues(
  tenantId: string,
  { id, type, organisationId, data, emittedAt }: StoredEvent,
  patterns: readonly string[],
): unknown[] {
  return [tenantId, id, type, organisationId, data, emittedAt.toISOString(), patterns.join(',')];
}

/** Whether the event was new. */
export function readAppended(rows: readonly unknown[]): boolean {
  const [row] = rows as readonly [{ readonly appended: boolean }];
  return row.appended;
}

/** The same in a transaction of the host's; the column is again one word. */
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
  const values = appendEventValues(tenantId, event, patterns);
  const { rows } = await transaction.query(join, values);
  const [row] = rows as readonly [{ readonly outcome: AppendOutcome }];
  return row.outcome;
}
