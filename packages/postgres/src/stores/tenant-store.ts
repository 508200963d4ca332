import type { TenantStore } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedTenant, tenantColumns, type TenantRow } from './stored-tenant.js';
import type { TenantSession } from '../connection/tenant-session.js';

/** The tenants' records: one row each, its parts as JSON. */
export function tenantStores(schema: string): (session: TenantSession) => TenantStore {
  const find = statement(
    'tenant_find',
    `select ${tenantColumns()} from ${schema}.tenants where tenant_id = $1`,
  );
  const put = statement(
    'tenant_put',
    `insert into ${schema}.tenants (tenant_id, ${tenantColumns()}) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id) do update
     set sms_settings = excluded.sms_settings, mfa_policy = excluded.mfa_policy,
       password_policy = excluded.password_policy, hipaa = excluded.hipaa`,
  );

  return ({ tenantId, logger, query }) => ({
    async find() {
      const [row] = (await query(find, [tenantId])) as readonly TenantRow[];
      return row === undefined ? null : storedTenant(row, logger);
    },
    async put({ sms, mfa, password, hipaa }) {
      const parts = [sms, mfa, password].map((part) => JSON.stringify(part));
      await query(put, [tenantId, ...parts, hipaa]);
    },
  });
}
