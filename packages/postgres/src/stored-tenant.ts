import { DEFAULT_SMS_SETTINGS, type Logger, type SmsSettings, type Tenant } from '@stepward/core';
import { isFactorName } from './stored-values.js';

/** The columns of a tenant's row. */
export interface TenantRow {
  readonly sms_settings: Partial<SmsSettings>;
  readonly mfa_policy: { readonly allowedFactors: readonly unknown[] };
}

/**
 * Reads a tenant's row. A setting that came after the row was stored takes its default. An allowed
 * factor that this version does not know is left out, which is the stricter reading, and reported.
 */
export function storedTenant(row: TenantRow, logger: Logger): Tenant {
  const stored = row.mfa_policy.allowedFactors;
  const allowedFactors = stored.filter(isFactorName);
  if (allowedFactors.length < stored.length) {
    const unknown = stored.filter((name) => !isFactorName(name));
    logger.warn({ unknown }, 'allowed_factors of a tenant holds unknown factors');
  }
  return { sms: { ...DEFAULT_SMS_SETTINGS, ...row.sms_settings }, mfa: { allowedFactors } };
}
