import {
  effectiveMfaPolicy,
  type ManagementCaller,
  type Tenant,
  type TenantChange,
  type TenantService,
} from '@stepward/core';
import { refuse, type Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';

/** The handlers of one record below `/v1/customer/settings`. Both answer 200 with the whole record. */
export interface SettingsHandlers {
  get(caller: ManagementCaller): Promise<Reply | Refusal>;
  /** `change` holds the fields to change, in either spelling. */
  update(caller: ManagementCaller, change: object): Promise<Reply | Refusal>;
}

/** A record of the tenant, and how it looks on the wire. */
interface SettingsRecord {
  readonly part: keyof TenantChange;
  readonly toBody: (tenant: Tenant) => object;
}

/** Specification, "Tenant password policy": camelCase. */
export const passwordPolicyRecord: SettingsRecord = {
  part: 'password',
  toBody: ({ password }) => ({ ...password }),
};

/** DECISIONS, "MFA policy record". In HIPAA mode it is shown as it takes effect, not as it is stored. */
export const mfaPolicyRecord: SettingsRecord = {
  part: 'mfa',
  toBody: (tenant) => {
    const policy = effectiveMfaPolicy(tenant);
    return {
      enforcement: policy.enforcement,
      policy: policy.policy,
      allowed_factors: policy.allowedFactors,
      preferred_factor: policy.preferredFactor,
      grace_period_ms: policy.gracePeriodMs,
      unenrolled_user_action: policy.unenrolledUserAction,
      require_phone_verification: policy.requirePhoneVerification,
      session_timeout_minutes: policy.sessionTimeoutMinutes,
      session_idle_timeout_minutes: policy.sessionIdleTimeoutMinutes,
    };
  },
};

/** DECISIONS, "SMS settings record". */
export const smsSettingsRecord: SettingsRecord = {
  part: 'sms',
  toBody: ({ sms }) => ({
    enabled: sms.enabled,
    mfa_enabled: sms.mfaEnabled,
    app_name: sms.appName,
    origin_host: sms.originHost,
    templates: sms.templates,
    allowed_countries: sms.allowedCountries,
    denied_prefixes: sms.deniedPrefixes,
    daily_budget: sms.dailyBudget,
  }),
};

export function createSettingsHandlers(
  tenants: TenantService,
  { part, toBody }: SettingsRecord,
): SettingsHandlers {
  const reply = (tenantId: string, tenant: Tenant): Reply => ({
    status: 200,
    body: { tenant_id: tenantId, ...toBody(tenant) },
  });

  return {
    async get({ tenantId }) {
      return reply(tenantId, await tenants.find(tenantId));
    },
    async update(caller, change) {
      const changed = await tenants.configure(caller, { [part]: change });
      return changed.match((tenant) => reply(caller.tenantId, tenant), refuse);
    },
  };
}
