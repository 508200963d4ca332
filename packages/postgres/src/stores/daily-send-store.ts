import type { DailySendStore } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import type { TenantSession } from '../connection/tenant-session.js';

/**
 * One row per tenant, UTC day and share. Adding locks it until the unit of work ends, so the returned count is final; a
 * rollback removes only its own addition.
 */
export function dailySendStores(schema: string): (session: TenantSession) => DailySendStore {
  const add = statement(
    'daily_sends_add',
    `insert into ${schema}.daily_sends as sends (tenant_id, day, share, count) values ($1, $2, $3, $4)
     on conflict (tenant_id, day, share) do update set count = sends.count + excluded.count
     returning count`,
  );

  return ({ tenantId, query }) => ({
    async add(day, share, count) {
      const [row] = (await query(add, [tenantId, day, share, count])) as [
        { readonly count: number },
      ];
      return row.count;
    },
  });
}
