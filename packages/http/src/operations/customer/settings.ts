import type {
  ManagementCaller,
  Stepward,
  Tenant,
  TenantChange,
  TenantInvalid,
} from '@stepward/core';
import {
  effectiveMfaPolicy,
  messageLengths,
  MFA_POLICY_FIELDS,
  SMS_SETTINGS_FIELDS,
} from '@stepward/core/policy';
import { refuse, type Refusal, reply } from '../../answer.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import {
  byWireName,
  mfaPolicy,
  mfaPolicyChange,
  passwordPolicy,
  passwordPolicyChange,
  smsSettings,
  smsSettingsChange,
} from '../parts/record-schemas.js';

const PASSWORD = '/v1/customer/settings/password-policy';
const MFA = '/v1/customer/settings/mfa-policy';
const SMS = '/v1/customer/settings/sms';

const READ = {
  api: 'customer',
  method: 'GET',
  scope: 'settings:read',
  params: {},
} as const;

const CHANGE = {
  api: 'customer',
  method: 'PUT',
  scope: 'settings:write',
  params: {},
} as const;

/** The records of the tenant. A read returns a whole record; a write changes some of its fields. */
export function settingsOperations({
  tenants,
}: Pick<Stepward, 'tenants'>): readonly AnyOperation[] {
  /** A change of one record can only be refused for that record. */
  async function change<Code extends TenantInvalid['code']>(
    caller: ManagementCaller,
    part: keyof TenantChange,
    fields: object,
    invalid: Code,
  ): Promise<Tenant | Refusal<Invalid<Code>>> {
    const changed = await tenants.configure(caller, { [part]: fields });
    if (changed.isOk()) return changed.value;
    if (isRefusedFor(changed.error, invalid)) return refuse(changed.error);
    throw new Error(`a change of ${part} was refused with ${changed.error.code}`);
  }

  return [
    defineOperation({
      id: 'getPasswordPolicy',
      ...READ,
      path: PASSWORD,
      summary: "Returns the tenant's password policy.",
      answers: { 200: passwordPolicy },
      serve: async ({ tenantId }) =>
        reply(200, passwordBody(tenantId, await tenants.find(tenantId))),
    }),
    defineOperation({
      id: 'updatePasswordPolicy',
      ...CHANGE,
      path: PASSWORD,
      summary: "Changes fields of the tenant's password policy.",
      body: passwordPolicyChange,
      answers: { 200: passwordPolicy },
      refuses: ['policy_invalid'],
      async serve(caller, { body }) {
        const tenant = await change(caller, 'password', body, 'policy_invalid');
        return 'failure' in tenant ? tenant : reply(200, passwordBody(caller.tenantId, tenant));
      },
    }),
    defineOperation({
      id: 'getMfaPolicy',
      ...READ,
      path: MFA,
      summary: "Returns the tenant's effective policy for second factors and sessions.",
      answers: { 200: mfaPolicy },
      serve: async ({ tenantId }) => reply(200, mfaBody(tenantId, await tenants.find(tenantId))),
    }),
    defineOperation({
      id: 'updateMfaPolicy',
      ...CHANGE,
      path: MFA,
      summary: "Changes fields of the tenant's policy for second factors and sessions.",
      body: mfaPolicyChange,
      answers: { 200: mfaPolicy },
      refuses: ['policy_invalid'],
      async serve(caller, { body }) {
        const tenant = await change(caller, 'mfa', body, 'policy_invalid');
        return 'failure' in tenant ? tenant : reply(200, mfaBody(caller.tenantId, tenant));
      },
    }),
    defineOperation({
      id: 'getSmsSettings',
      ...READ,
      path: SMS,
      summary: "Returns the tenant's SMS settings.",
      answers: { 200: smsSettings },
      serve: async ({ tenantId }) => reply(200, smsBody(tenantId, await tenants.find(tenantId))),
    }),
    defineOperation({
      id: 'updateSmsSettings',
      ...CHANGE,
      path: SMS,
      summary: 'Changes whether and how the tenant sends SMS.',
      body: smsSettingsChange,
      answers: { 200: smsSettings },
      refuses: ['sms_settings_invalid'],
      async serve(caller, { body }) {
        const tenant = await change(caller, 'sms', body, 'sms_settings_invalid');
        return 'failure' in tenant ? tenant : reply(200, smsBody(caller.tenantId, tenant));
      },
    }),
  ];
}

type Invalid<Code extends TenantInvalid['code']> = Extract<TenantInvalid, { readonly code: Code }>;

function isRefusedFor<Code extends TenantInvalid['code']>(
  error: TenantInvalid,
  code: Code,
): error is Invalid<Code> {
  return error.code === code;
}

function passwordBody(tenantId: string, { password }: Tenant) {
  return { tenant_id: tenantId, ...password };
}

/** In HIPAA mode the effective values are shown, not the stored ones. */
function mfaBody(tenantId: string, tenant: Tenant) {
  return { tenant_id: tenantId, ...byWireName(MFA_POLICY_FIELDS, effectiveMfaPolicy(tenant)) };
}

function smsBody(tenantId: string, { sms }: Tenant) {
  return {
    tenant_id: tenantId,
    ...byWireName(SMS_SETTINGS_FIELDS, sms),
    message_lengths: messageLengths(sms),
  };
}
