import type { Stepward } from '@stepward/core';
import {
  createSettingsHandlers,
  mfaPolicyRecord,
  passwordPolicyRecord,
  smsSettingsRecord,
  type SettingsHandlers,
} from '../handlers/settings-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { recordBody } from '../schemas/customer-bodies.js';

export function settingsRoutes({ tenants }: Pick<Stepward, 'tenants'>): AnyRoute[] {
  return [
    ...recordRoutes('password-policy', createSettingsHandlers(tenants, passwordPolicyRecord)),
    ...recordRoutes('mfa-policy', createSettingsHandlers(tenants, mfaPolicyRecord)),
    ...recordRoutes('sms', createSettingsHandlers(tenants, smsSettingsRecord)),
  ];
}

/** Every record of the tenant is read and changed in the same way. */
function recordRoutes(name: string, settings: SettingsHandlers): AnyRoute[] {
  const path = `/v1/customer/settings/${name}`;
  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path,
      scope: 'settings:read',
      body: null,
      query: null,
      serve: (caller) => settings.get(caller),
    }),
    defineRoute({
      api: 'customer',
      method: 'PUT',
      path,
      scope: 'settings:write',
      body: recordBody,
      query: null,
      serve: (caller, { body }) => settings.update(caller, body),
    }),
  ];
}
