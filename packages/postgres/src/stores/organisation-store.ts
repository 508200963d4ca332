import type { OrganisationStore } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import type { TenantSession } from '../connection/tenant-session.js';

/** The directory of organisations for hosts without their own. */
export function organisationStores(schema: string): (session: TenantSession) => OrganisationStore {
  const put = statement(
    'organisation_put',
    `insert into ${schema}.organisations (tenant_id, organisation_id) values ($1, $2)
     on conflict do nothing`,
  );

  return ({ tenantId, query }) => ({
    async put(organisationId) {
      await query(put, [tenantId, organisationId]);
    },
  });
}
