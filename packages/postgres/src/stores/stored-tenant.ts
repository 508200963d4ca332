import type { Logger, Tenant } from '@stepward/core';
import { readStoredTenant, type RawTenant } from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { storedJson } from '../connection/stored-values.js';

/** The columns of a tenant's row. */
export interface TenantRow {
  readonly sms_settings: unknown;
  readonly mfa_policy: unknown;
  readonly password_policy: unknown;
  readonly hipaa: boolean;
}

/** The result of an outer join if the tenant was never stored. */
export type NoTenantRow = { readonly [Column in keyof TenantRow]: null };

/** The columns of a tenant's row for a select list, each after `prefix`. */
export function tenantColumns(prefix = ''): string {
  return ['sms_settings', 'mfa_policy', 'password_policy', 'hipaa']
    .map((column) => prefix + column)
    .join(', ');
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

/** The tenant of an outer join. */
export function storedTenantOrDefault(row: TenantRow | NoTenantRow, logger: Logger): Tenant {
  return row.hipaa === null ? DEFAULT_TENANT : storedTenant(row, logger);
}
