import type { PolicyStore } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import {
  storedTenantOrDefault,
  tenantColumns,
  type NoTenantRow,
  type TenantRow,
} from './stored-tenant.js';
import { findable, storedJson } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

type PolicyRow = (TenantRow | NoTenantRow) & {
  readonly known: boolean;
  readonly overrides: unknown;
};

/** Overrides and marks as one JSON object per row: they are read and written together. */
export function policyStores(schema: string): (session: TenantSession) => PolicyStore {
  const read = statement('policy_read', readText(schema));
  const write = statement(
    'policy_write',
    `insert into ${schema}.organisation_policies (tenant_id, organisation_id, overrides)
     values ($1, $2, $3)
     on conflict (tenant_id, organisation_id) do update set overrides = excluded.overrides`,
  );

  return ({ tenantId, logger, query }) => ({
    async read(organisationId) {
      const rows = await query(read, [tenantId, findable(organisationId)]);
      const [row] = rows as [PolicyRow];
      return {
        known: row.known,
        overrides: storedJson(row.overrides) ?? {},
        tenant: storedTenantOrDefault(row, logger),
      };
    },
    async write(organisationId, overrides) {
      await query(write, [tenantId, organisationId, JSON.stringify(overrides)]);
    },
  });
}

/** Always one row, whatever is stored; each of its parts is found by its primary key. */
function readText(schema: string): string {
  return `select organisation.organisation_id is not null as known, policy.overrides,
      ${tenantColumns('tenant.')}
    from (select $1::text as tenant_id) as wanted
    left join ${schema}.organisations as organisation
      on organisation.tenant_id = $1 and organisation.organisation_id = $2
    left join ${schema}.organisation_policies as policy
      on policy.tenant_id = $1 and policy.organisation_id = $2
    left join ${schema}.tenants as tenant on tenant.tenant_id = $1`;
}
