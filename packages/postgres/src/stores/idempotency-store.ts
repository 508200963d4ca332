import type { IdempotencyRecord, IdempotencyStore } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

interface IdempotencyRow {
  readonly token: string;
  readonly fingerprint_key_id: string;
  readonly fingerprint: string;
  readonly answer: string | null;
  readonly expires_at: unknown;
}

const COLUMNS = ['token', 'fingerprint_key_id', 'fingerprint', 'answer', 'expires_at'] as const;

/** Requests with an idempotency key. Each operation is one statement, and locks the row that it changes. */
export function idempotencyStores(schema: string): (session: TenantSession) => IdempotencyStore {
  const { reserve, finish, remove } = idempotencyStatements(schema);

  return ({ tenantId, query }) => ({
    async reserve({ recordId, token, fingerprint, answer, expiresAt }, now) {
      const columns = [token, fingerprint.keyId, fingerprint.hmac, answer, expiresAt];
      const rows = await query(reserve, [tenantId, recordId, now, ...columns]);
      return storedRecord(recordId, (rows as [IdempotencyRow])[0]);
    },
    async finish(recordId, token, end) {
      const held = [tenantId, recordId, token];
      const rows = await (end === null
        ? query(remove, held)
        : query(finish, [...held, end.answer, end.expiresAt]));
      return rows.length > 0;
    },
  });
}

/**
 * The reservation updates the row that it meets in any case, with itself or with what is there. An
 * `on conflict do nothing` would not answer with the row, and a `select` beside it would not see one
 * that was only just committed.
 */
function idempotencyStatements(schema: string) {
  const table = `${schema}.idempotency_records`;
  const isHeld = 'where tenant_id = $1 and record_id = $2 and token = $3 returning 1';
  const orReserved = (column: string): string =>
    `${column} = case when earlier.expires_at <= $3 then excluded.${column} else earlier.${column} end`;
  return {
    reserve: statement(
      'idempotency_reserve',
      `insert into ${table} as earlier (tenant_id, record_id, ${COLUMNS.join(', ')})
       values ($1, $2, $4, $5, $6, $7, $8)
       on conflict (tenant_id, record_id) do update set ${COLUMNS.map(orReserved).join(', ')}
       returning ${COLUMNS.join(', ')}`,
    ),
    finish: statement(
      'idempotency_finish',
      `update ${table} set answer = $4, expires_at = $5 ${isHeld}`,
    ),
    remove: statement('idempotency_remove', `delete from ${table} ${isHeld}`),
  };
}

function storedRecord(recordId: string, row: IdempotencyRow): IdempotencyRecord {
  return {
    recordId,
    token: row.token,
    fingerprint: { keyId: row.fingerprint_key_id, hmac: row.fingerprint },
    answer: row.answer,
    expiresAt: storedDate(row.expires_at),
  };
}
