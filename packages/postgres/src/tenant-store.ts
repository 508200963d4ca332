import type { TenantStore } from '@stepward/core';
import { statement } from './statement.js';
import { storedTenant, type TenantRow } from './stored-tenant.js';
import type { TenantSession } from './tenant-session.js';

/** The tenants' records: one row each, its two parts as JSON. */
export function tenantStores(schema: string): (session: TenantSession) => TenantStore {
  const find = statement(
    'tenant_find',
    `select sms_settings, mfa_policy from ${schema}.tenants where tenant_id = $1`,
  );
  const put = statement(
    'tenant_put',
    `insert into ${schema}.tenants (tenant_id, sms_settings, mfa_policy) values ($1, $2, $3)
     on conflict (tenant_id) do update
     set sms_settings = excluded.sms_settings, mfa_policy = excluded.mfa_policy`,
  );

  return ({ tenantId, logger, query }) => ({
    async find() {
      const [row] = (await query(find, [tenantId])) as readonly TenantRow[];
      return row === undefined ? null : storedTenant(row, logger);
    },
    async put({ sms, mfa }) {
      await query(put, [tenantId, JSON.stringify(sms), JSON.stringify(mfa)]);
    },
  });
}
