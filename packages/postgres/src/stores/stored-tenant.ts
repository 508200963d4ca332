import type { Logger, Tenant } from '@stepward/core';
import { readStoredTenant, type RawTenant } from '@stepward/core/adapter';
import { storedJson } from '../connection/stored-values.js';

/** A tenant's row. */
export interface TenantRow {
  readonly sms_settings: unknown;
  readonly mfa_policy: unknown;
  readonly password_policy: unknown;
  readonly hipaa: boolean;
}

/** Its columns, beside the tenant's id. */
export const TENANT_COLUMNS = 'sms_settings, mfa_policy, password_policy, hipaa';

/** The tenant's row as one value of JSON; null where it was never stored. The tenant is an expression. */
export function tenantOf(schema: string, tenantId: string): string {
  return `(select row_to_json(one) from ${schema}.tenants as one where one.tenant_id = ${tenantId})`;
}

/** Reads a tenant's row, and reports the values that this version does not know. */
export function storedTenant(row: TenantRow, logger: Logger): Tenant {
  const { tenant, unknownFields } = readStoredTenant({
    sms: storedJson(row.sms_settings) as RawTenant['sms'],
    mfa: storedJson(row.mfa_policy) as RawTenant['mfa'],
    password: storedJson(row.password_policy) as RawTenant['password'],
    hipaa: row.hipaa,
  });
  if (unknownFields.length > 0) {
    logger.error({ fields: unknownFields }, 'stored values of a tenant are unknown');
  }
  return tenant;
}
