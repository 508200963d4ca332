import { FACTOR_NAMES, type FactorName } from '../identity/factor.js';
import { DEFAULT_SMS_SETTINGS, type SmsSettings } from './sms-settings.js';

/** The part of the tenant MFA policy record that enrolment asks about. */
export interface TenantMfaPolicy {
  /** The factors that the tenant's people may enrol and use. */
  readonly allowedFactors: readonly FactorName[];
}

/** What is stored of one tenant. */
export interface Tenant {
  readonly sms: SmsSettings;
  readonly mfa: TenantMfaPolicy;
}

/** A tenant nobody configured: every factor allowed, SMS off. */
export const DEFAULT_TENANT: Tenant = {
  sms: DEFAULT_SMS_SETTINGS,
  mfa: { allowedFactors: FACTOR_NAMES },
};
