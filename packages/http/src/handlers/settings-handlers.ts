import type {
  ManagementCaller,
  Tenant,
  TenantChange,
  TenantInvalid,
  TenantService,
} from '@stepward/core';
import { effectiveMfaPolicy } from '@stepward/core/policy';
import { refuse, type Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';

/** The handlers of one record below `/v1/customer/settings`. Both answer 200 with the whole record. */
export interface SettingsHandlers<Code extends TenantInvalid['code']> {
  get(caller: ManagementCaller): Promise<Reply<200>>;
  /** `change` holds the fields to change, in either spelling. */
  update(caller: ManagementCaller, change: object): Promise<Reply<200> | Refusal<Invalid<Code>>>;
}

type Invalid<Code extends TenantInvalid['code']> = Extract<TenantInvalid, { readonly code: Code }>;

/** A record of the tenant, and how it looks on the wire. */
interface SettingsRecord<Code extends TenantInvalid['code']> {
  readonly part: keyof TenantChange;
  /** What a change that breaks its rules is refused with. */
  readonly invalid: Code;
  readonly toBody: (tenant: Tenant) => object;
}

/** Specification, "Tenant password policy": camelCase. */
export const passwordPolicyRecord: SettingsRecord<'policy_invalid'> = {
  part: 'password',
  invalid: 'policy_invalid',
  toBody: ({ password }) => ({ ...password }),
};

/** docs/decisions.md: "MFA policy record". In HIPAA mode it is shown as it takes effect, not as it is stored. */
export const mfaPolicyRecord: SettingsRecord<'policy_invalid'> = {
  part: 'mfa',
  invalid: 'policy_invalid',
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

/** docs/decisions.md: "SMS settings record". */
export const smsSettingsRecord: SettingsRecord<'sms_settings_invalid'> = {
  part: 'sms',
  invalid: 'sms_settings_invalid',
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

export function createSettingsHandlers<Code extends TenantInvalid['code']>(
  tenants: TenantService,
  { part, invalid, toBody }: SettingsRecord<Code>,
): SettingsHandlers<Code> {
  const reply = (tenantId: string, tenant: Tenant): Reply<200> => ({
    status: 200,
    body: { tenant_id: tenantId, ...toBody(tenant) },
  });

  return {
    async get({ tenantId }) {
      return reply(tenantId, await tenants.find(tenantId));
    },
    async update(caller, change) {
      const changed = await tenants.configure(caller, { [part]: change });
      if (changed.isOk()) return reply(caller.tenantId, changed.value);
      if (isRefusedFor(changed.error, invalid)) return refuse(changed.error);
      throw new Error(`a change of ${part} was refused with ${changed.error.code}`);
    },
  };
}

/** A change of one part can only be refused for that part. */
function isRefusedFor<Code extends TenantInvalid['code']>(
  error: TenantInvalid,
  code: Code,
): error is Invalid<Code> {
  return error.code === code;
}
