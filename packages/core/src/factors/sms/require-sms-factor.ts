import { err, ok, type Result } from 'neverthrow';
import type { SmsDisabled } from '../../tenant/sms-settings.js';
import type { Tenant } from '../../tenant/tenant.js';

/** `sms` is not among the factors that the tenant allows, or the organisation that a session is for. */
export interface FactorNotAllowed {
  readonly code: 'factor_not_allowed';
}

/** Whether the tenant sends codes for SMS as a second factor (specification, prerequisites 1 and 3). */
export function requireSmsFactor({
  sms,
  mfa,
}: Tenant): Result<void, SmsDisabled | FactorNotAllowed> {
  if (!sms.enabled || !sms.mfaEnabled) return err({ code: 'sms_disabled' });
  if (!mfa.allowedFactors.includes('sms')) return err({ code: 'factor_not_allowed' });
  return ok(undefined);
}
