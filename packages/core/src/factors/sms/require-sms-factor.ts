import { err, type Result } from 'neverthrow';
import type { SmsDisabled } from '../../tenants/sms-settings.js';
import type { Tenant } from '../../tenants/tenant.js';
import type { FactorName } from '../../records/factor-name.js';
import { requireAllowed, type FactorNotAllowed } from '../require-allowed.js';

/** Whether codes are sent for SMS as a second factor (specification, prerequisites 1 and 3). */
export function requireSmsFactor(
  tenant: Tenant,
  allowedFactors: readonly FactorName[] | null = null,
): Result<void, SmsDisabled | FactorNotAllowed> {
  const { enabled, mfaEnabled } = tenant.sms;
  if (!enabled || !mfaEnabled) return err({ code: 'sms_disabled' });
  return requireAllowed('sms', tenant, allowedFactors);
}
