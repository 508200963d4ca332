import type { ManagementCaller, Stepward } from '@stepward/core';
import { Failure, UsageError } from './failures.js';

/** The option that names the tenant. */
export const TENANT_OPTION = {
  type: 'text',
  placeholder: '<tenant_id>',
  summary: 'the tenant',
  required: true,
} as const;

/**
 * The command line as it acts for a tenant, and as it is named in the audit log.
 *
 * @throws UsageError where the id may not name a tenant.
 */
export async function callerFor(tenantId: string): Promise<ManagementCaller> {
  const { isTenantId, systemCaller } = await import('@stepward/core');
  if (isTenantId(tenantId)) return systemCaller(tenantId, 'stepward command line');
  throw new UsageError(
    'a tenant id must be 1 to 128 letters, digits, dots, hyphens and underscores, with a letter or digit at either end',
  );
}

/** @throws Failure where the tenant was never configured: its id is probably mistyped. */
export async function requireTenant({ tenants }: Stepward, tenantId: string): Promise<void> {
  if (await tenants.isKnown(tenantId)) return;
  throw new Failure(
    'tenant_not_found',
    `there is no tenant ${tenantId}; "stepward tenant create ${tenantId}" creates it`,
  );
}
