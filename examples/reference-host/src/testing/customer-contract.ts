import { MANAGEMENT_SCOPES } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import {
  eachField,
  eachFieldOf,
  FLAGGED_NAMES,
  initialOf,
} from '../../../../test/specification/policy-field-rules.js';
import { createDemoClient } from './demo-client.js';
import type { HostProcess } from './host-process.js';

const PASSWORD_POLICY = '/settings/password-policy';
const policyOf = (organisation: string): string => `/organisations/${organisation}/security-policy`;

/** Of `acme`, for its organisations without overrides: the defaults of the specification, but for what the demo sets. */
const ACME_POLICY = {
  ...eachField('name', initialOf),
  allowedFactors: ['totp', 'webauthn', 'sms', 'email'],
  preferredFactor: 'webauthn',
  passwordMinLength: 10,
  passwordRequireNumber: true,
  passwordHibpCheck: false,
  passwordMaxAgeDays: 90,
  passwordDisallowReuse: 5,
};

/** What the fixture's tenants and keys look like over the Customer API. */
export function describeCustomer({ report }: HostProcess): void {
  const { customer } = createDemoClient(report);
  const tenants = new Map(report.tenants.map((tenant) => [tenant.tenant_id, tenant]));
  const keyOf = (tenantId: string): string => tenants.get(tenantId)?.management_key ?? '';
  const readOnlyKeyOf = (tenantId: string): string => tenants.get(tenantId)?.read_only_key ?? '';
  const read = async (tenantId: string, path: string) => {
    const { status, body } = await customer(keyOf(tenantId), 'GET', path);
    expect(status).toBe(200);
    return body;
  };

  describe('the fixture', () => {
    it("has acme's password policy", async () => {
      expect(await read('acme', PASSWORD_POLICY)).toEqual({
        tenant_id: 'acme',
        ...eachFieldOf('password', 'name', initialOf),
        minLength: 10,
        requireNumber: true,
        hibpCheck: false,
        maxAgeDays: 90,
        disallowReuse: 5,
        minLengthWithoutMfa: 8,
      });
    });

    it("has acme's MFA policy, with its limits of sessions", async () => {
      expect(await read('acme', '/settings/mfa-policy')).toMatchObject({
        tenant_id: 'acme',
        enforcement: 'optional',
        policy: 'adaptive',
        allowed_factors: ['totp', 'webauthn', 'sms', 'email'],
        session_timeout_minutes: 480,
        session_idle_timeout_minutes: 60,
      });
    });

    it.each([
      { tenantId: 'acme', on: true },
      { tenantId: 'globex', on: false },
      { tenantId: 'hygieia', on: true },
    ])('$tenantId has SMS switched on: $on', async ({ tenantId, on }) => {
      const settings = await read(tenantId, '/settings/sms');
      expect(settings).toMatchObject({ tenant_id: tenantId, enabled: on, mfa_enabled: on });
    });

    it.each(['org_main', 'org_other'])('%s takes everything from acme', async (organisation) => {
      const policy = await read('acme', policyOf(organisation));
      expect(policy).toMatchObject({ tenant_id: 'acme', org_id: organisation, ...ACME_POLICY });
      expect(Object.keys(policy._inherited)).toEqual(FLAGGED_NAMES);
      expect(new Set(Object.values(policy._inherited))).toEqual(new Set([true]));
    });

    it('org_legacy has two own values, from the older store', async () => {
      const { _inherited, ...policy } = await read('acme', policyOf('org_legacy'));
      const own = { passwordMinLength: 14, mfaEnforcement: 'required' };
      expect(policy).toMatchObject({ ...ACME_POLICY, ...own });
      const flags = Object.entries(_inherited).filter(([, inherited]) => inherited === false);
      expect(Object.fromEntries(flags)).toEqual({
        passwordMinLength: false,
        mfaEnforcement: false,
      });
    });

    it('org_globex belongs to globex and to no other tenant', async () => {
      expect(await read('globex', policyOf('org_globex'))).toMatchObject({ passwordMinLength: 8 });
      const foreign = await customer(keyOf('acme'), 'GET', policyOf('org_globex'));
      expect(foreign).toMatchObject({ status: 404, body: { reason: 'organisation_not_found' } });
    });

    it('org_clinic is held to HIPAA mode', async () => {
      const policy = await read('hygieia', policyOf('org_clinic'));
      expect(policy).toMatchObject({
        mfaEnforcement: 'required',
        gracePeriodMs: 0,
        unenrolledUserAction: 'force_enrollment',
        sessionTimeoutMinutes: 60,
        sessionIdleTimeoutMinutes: 5,
      });
      const longer = { session_idle_timeout_minutes: 6 };
      const refused = await customer(keyOf('hygieia'), 'PUT', policyOf('org_clinic'), longer);
      expect(refused).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'session_idle_timeout_minutes', rule: 'hipaa', limit: 5 }] },
      });
    });
  });

  describe('the keys', () => {
    it('management_key has every scope, and read_only_key the ones that read', async () => {
      for (const { tenant_id: tenantId, management_key, read_only_key } of report.tenants) {
        const { data: keys } = await read(tenantId, '/api-keys?limit=100');
        const scopesOf = (secret: string) =>
          keys.find(({ prefix }: { prefix: string }) => secret.startsWith(prefix)).scopes;
        expect(scopesOf(management_key)).toEqual(MANAGEMENT_SCOPES);
        expect(scopesOf(read_only_key)).toEqual(
          MANAGEMENT_SCOPES.filter((scope) => scope.endsWith(':read')),
        );
      }
    });

    it('management_key changes a policy and resets it, and the log has both', async () => {
      const change = { password_min_length: 12 };
      const changed = await customer(keyOf('acme'), 'PUT', policyOf('org_main'), change);
      expect(changed).toMatchObject({
        status: 200,
        body: { passwordMinLength: 12, _inherited: { passwordMinLength: false } },
      });
      const weaker = { password_min_length: 9 };
      const refused = await customer(keyOf('acme'), 'PUT', policyOf('org_main'), weaker);
      expect(refused).toMatchObject({ status: 400, body: { reason: 'policy_invalid' } });
      const reset = await customer(keyOf('acme'), 'DELETE', policyOf('org_main'));
      expect(reset).toMatchObject({ status: 200, body: { passwordMinLength: 10 } });

      const { data: events } = await read('acme', '/logs?limit=2');
      expect(events).toMatchObject([
        { type: 'security_policy.reset', target: 'org_main', actor: { type: 'api_key' } },
        { type: 'security_policy.updated', target: 'org_main', actor: { type: 'api_key' } },
      ]);
    });

    it('read_only_key reads, and changes nothing: 403', async () => {
      const key = readOnlyKeyOf('acme');
      for (const path of [policyOf('org_main'), PASSWORD_POLICY, '/api-keys', '/logs']) {
        expect((await customer(key, 'GET', path)).status).toBe(200);
      }
      for (const path of [policyOf('org_main'), PASSWORD_POLICY]) {
        const refused = await customer(key, 'PUT', path, {});
        expect(refused).toMatchObject({ status: 403, body: { reason: 'insufficient_scope' } });
      }
    });

    it("a user's token without scopes is refused with 403, an unknown key with 401", async () => {
      const token = tenants.get('acme')?.users['ada']?.access_token ?? '';
      const without = await customer(token, 'GET', PASSWORD_POLICY);
      expect(without).toMatchObject({ status: 403, body: { reason: 'insufficient_scope' } });
      const unknown = await customer('service_mgmt_unknown', 'GET', PASSWORD_POLICY);
      expect(unknown).toMatchObject({ status: 401, body: { reason: 'token_invalid' } });
    });
  });
}
