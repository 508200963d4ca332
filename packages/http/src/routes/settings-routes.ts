import type { Stepward } from '@stepward/core';
import {
  createSettingsHandlers,
  mfaPolicyRecord,
  passwordPolicyRecord,
  smsSettingsRecord,
} from '../handlers/settings-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { recordBody } from '../schemas/customer-bodies.js';

const PASSWORD = '/v1/customer/settings/password-policy';
const MFA = '/v1/customer/settings/mfa-policy';
const SMS = '/v1/customer/settings/sms';

const READ = {
  api: 'customer',
  method: 'GET',
  scope: 'settings:read',
  body: null,
  query: null,
  answers: [200],
  refuses: [],
} as const;

const CHANGE = {
  api: 'customer',
  method: 'PUT',
  scope: 'settings:write',
  body: recordBody,
  query: null,
  answers: [200],
} as const;

/** Every record of the tenant is read and changed in the same way. */
export function settingsRoutes({ tenants }: Pick<Stepward, 'tenants'>): AnyRoute[] {
  const password = createSettingsHandlers(tenants, passwordPolicyRecord);
  const mfa = createSettingsHandlers(tenants, mfaPolicyRecord);
  const sms = createSettingsHandlers(tenants, smsSettingsRecord);

  return [
    defineRoute({
      ...READ,
      path: PASSWORD,
      summary: "Returns the tenant's password policy.",
      serve: (caller) => password.get(caller),
    }),
    defineRoute({
      ...CHANGE,
      path: PASSWORD,
      summary: "Changes fields of the tenant's password policy.",
      refuses: ['policy_invalid'],
      serve: (caller, { body }) => password.update(caller, body),
    }),
    defineRoute({
      ...READ,
      path: MFA,
      summary: "Returns the tenant's effective policy for second factors and sessions.",
      serve: (caller) => mfa.get(caller),
    }),
    defineRoute({
      ...CHANGE,
      path: MFA,
      summary: "Changes fields of the tenant's policy for second factors and sessions.",
      refuses: ['policy_invalid'],
      serve: (caller, { body }) => mfa.update(caller, body),
    }),
    defineRoute({
      ...READ,
      path: SMS,
      summary: "Returns the tenant's SMS settings.",
      serve: (caller) => sms.get(caller),
    }),
    defineRoute({
      ...CHANGE,
      path: SMS,
      summary: 'Changes whether and how the tenant sends SMS.',
      refuses: ['sms_settings_invalid'],
      serve: (caller, { body }) => sms.update(caller, body),
    }),
  ];
}
