import type { IdempotencyRecord, IdempotencyStore } from '@stepward/core/adapter';
import { fieldsOf, type Session } from '../rows/index.js';

const RECORD = fieldsOf<IdempotencyRecord>({
  recordId: 'plain',
  token: 'plain',
  fingerprint: 'json',
  answer: 'plain',
  expiresAt: 'time',
});

const HELD = 'where tenant_id = @tenantId and record_id = @recordId and token = @token';

export function idempotencyStore({ sql }: Session): IdempotencyStore {
  return {
    async reserve(reservation, now) {
      const { recordId } = reservation;
      sql.run(
        `delete from stepward_idempotency_records
          where tenant_id = @tenantId and record_id = @recordId and expires_at <= @now`,
        { recordId, now },
      );
      sql.run(
        `insert into stepward_idempotency_records (tenant_id, ${RECORD.columns})
          values (@tenantId, ${RECORD.parameters}) on conflict do nothing`,
        RECORD.values(reservation),
      );
      const row = sql.first(
        `select ${RECORD.selected} from stepward_idempotency_records
          where tenant_id = @tenantId and record_id = @recordId`,
        { recordId },
      );
      return RECORD.read(row);
    },
    async finish(recordId, token, end) {
      const changed =
        end === null
          ? sql.run(`delete from stepward_idempotency_records ${HELD}`, { recordId, token })
          : sql.run(
              `update stepward_idempotency_records set answer = @answer, expires_at = @expiresAt ${HELD}`,
              { recordId, token, ...end },
            );
      return changed > 0;
    },
  };
}
