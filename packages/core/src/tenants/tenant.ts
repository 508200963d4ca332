import {
  DEFAULT_MFA_POLICY,
  DEFAULT_PASSWORD_POLICY,
  type TenantPolicies,
} from '../policy/policy-fields.js';
import { DEFAULT_SMS_SETTINGS, type SmsSettings } from './sms-settings.js';

/** What is stored of one tenant: its SMS settings and the defaults that its organisations inherit. */
export interface Tenant extends TenantPolicies {
  readonly sms: SmsSettings;
}

/** A tenant that was never configured: every factor allowed, SMS off, HIPAA mode off. */
export const DEFAULT_TENANT: Tenant = {
  sms: DEFAULT_SMS_SETTINGS,
  mfa: DEFAULT_MFA_POLICY,
  password: DEFAULT_PASSWORD_POLICY,
  hipaa: false,
};
