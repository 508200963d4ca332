import { describe, expect, it } from 'vitest';
import { MANAGER, ORG, TENANT, createManagementHost } from '../../test/management-host.js';
import { DEFAULT_TENANT } from './tenant.js';

describe('configuring a tenant', () => {
  it('creates it with defaults for all that is left out', async () => {
    const { tenants } = await createManagementHost();
    expect(await tenants.find(TENANT)).toEqual(DEFAULT_TENANT);

    const created = await tenants.configure(MANAGER, { sms: { enabled: true } });

    const expected = { ...DEFAULT_TENANT, sms: { ...DEFAULT_TENANT.sms, enabled: true } };
    expect(created._unsafeUnwrap()).toEqual(expected);
    expect(await tenants.find(TENANT)).toEqual(expected);
  });

  it('makes it known, as switching HIPAA mode does', async () => {
    const { tenants } = await createManagementHost();
    expect(await tenants.isKnown(TENANT)).toBe(false);
    (await tenants.configure(MANAGER, {}))._unsafeUnwrap();
    expect(await tenants.isKnown(TENANT)).toBe(true);
    expect(await tenants.isKnown('another')).toBe(false);
    (await tenants.setHipaa({ ...MANAGER, tenantId: 'another' }, true, 'a test'))._unsafeUnwrap();
    expect(await tenants.isKnown('another')).toBe(true);
  });

  it('changes what is named, in either spelling, and leaves the rest', async () => {
    const { tenants } = await createManagementHost();
    (await tenants.configure(MANAGER, { sms: { app_name: 'Acme' } }))._unsafeUnwrap();

    const change = { mfa: { allowedFactors: ['totp'] }, password: { min_length: 12 } };
    const changed = (await tenants.configure(MANAGER, change))._unsafeUnwrap();

    expect(changed.sms.appName).toBe('Acme');
    expect(changed.mfa).toEqual({ ...DEFAULT_TENANT.mfa, allowedFactors: ['totp'] });
    expect(changed.password).toEqual({ ...DEFAULT_TENANT.password, minLength: 12 });
  });

  it.each([
    [{ password: { minLength: 12 }, sms: { appName: '' } }, 'sms_settings_invalid'],
    [{ password: { minLength: 12 }, mfa: { enforcement: 'maybe' } }, 'policy_invalid'],
    [{ sms: { enabled: true }, password: { minLength: 7 } }, 'policy_invalid'],
  ])('with %j stores nothing of it and logs nothing', async (change, code) => {
    const { tenants, logged } = await createManagementHost();
    const refused = await tenants.configure(MANAGER, change);
    expect(refused._unsafeUnwrapErr().code).toBe(code);
    expect(await tenants.find(TENANT)).toEqual(DEFAULT_TENANT);
    expect(await logged()).toEqual([]);
  });

  it('checks new settings together with the stored ones', async () => {
    const { tenants } = await createManagementHost();
    const templates = { de: `${'a'.repeat(140)}{code}` };
    (await tenants.configure(MANAGER, { sms: { templates } }))._unsafeUnwrap();
    const refused = await tenants.configure(MANAGER, { sms: { originHost: 'acme.example' } });
    expect(refused._unsafeUnwrapErr().violations[0]?.field).toBe('templates.de');
  });

  it('logs each part that it changes with before and after, and no other', async () => {
    const { tenants, logged } = await createManagementHost();
    const change = { mfa: { policy: 'always' } };
    const after = (await tenants.configure(MANAGER, change))._unsafeUnwrap();
    (await tenants.configure(MANAGER, {}))._unsafeUnwrap();
    (await tenants.configure(MANAGER, { ...change, sms: { enabled: false } }))._unsafeUnwrap();
    expect(await logged()).toEqual([
      expect.objectContaining({
        type: 'mfa_policy.updated',
        actor: MANAGER.actor,
        details: { before: DEFAULT_TENANT.mfa, after: after.mfa },
      }),
    ]);
  });
});

describe('creating a tenant', () => {
  it('stores its settings, and logs those that are not the defaults', async () => {
    const { tenants, logged } = await createManagementHost();
    const created = await tenants.create(MANAGER, { password: { min_length: 12 } });
    expect(created._unsafeUnwrap().password.minLength).toBe(12);
    expect(await tenants.find(TENANT)).toEqual(created._unsafeUnwrap());
    expect(await logged()).toEqual([
      expect.objectContaining({ type: 'password_policy.updated', actor: MANAGER.actor }),
    ]);
  });

  it('succeeds for one of several concurrent calls, and changes nothing of a tenant that exists', async () => {
    const { tenants } = await createManagementHost();
    const names = ['Acme', 'Globex', 'Initech'];
    const outcomes = await Promise.all(
      names.map((app_name) => tenants.create(MANAGER, { sms: { app_name } })),
    );
    const created = outcomes.filter((outcome) => outcome.isOk());
    const refused = outcomes.filter((outcome) => outcome.isErr());
    expect(created).toHaveLength(1);
    expect(refused.map(({ error }) => error)).toEqual(
      Array.from({ length: 2 }, () => ({ code: 'tenant_exists' })),
    );
    expect(await tenants.find(TENANT)).toEqual(created[0]!._unsafeUnwrap());
  });

  it('with invalid settings creates nothing', async () => {
    const { tenants } = await createManagementHost();
    const refused = await tenants.create(MANAGER, { password: { min_length: 7 } });
    expect(refused._unsafeUnwrapErr().code).toBe('policy_invalid');
    expect(await tenants.isKnown(TENANT)).toBe(false);
  });
});

describe('HIPAA mode', () => {
  it('clamps what is stored while it is on, and gives it back when it is off', async () => {
    const { tenants, policies } = await createManagementHost();
    const idle = async (): Promise<unknown[]> => {
      const policy = (await policies.get(TENANT, ORG))._unsafeUnwrap();
      return [policy.mfaEnforcement, policy.sessionIdleTimeoutMinutes];
    };

    expect((await tenants.setHipaa(MANAGER, true, 'a hospital')).isOk()).toBe(true);
    expect(await idle()).toEqual(['required', 5]);
    const weaker = await tenants.configure(MANAGER, { mfa: { enforcement: 'optional' } });
    expect(weaker._unsafeUnwrapErr().code).toBe('policy_invalid');

    expect((await tenants.setHipaa(MANAGER, false, 'sold')).isOk()).toBe(true);
    expect(await idle()).toEqual(['optional', 60]);
  });

  it('is logged when it is switched, and not when it is so already', async () => {
    const { tenants, logged } = await createManagementHost();
    for (const enabled of [false, true, true, false]) {
      (await tenants.setHipaa(MANAGER, enabled, 'a hospital'))._unsafeUnwrap();
    }
    const types = (await logged()).map(({ type }) => type);
    expect(types.toSorted()).toEqual(['hipaa.disabled', 'hipaa.enabled']);
  });

  it('is not switched on for a tenant that allows no factor, for it requires one', async () => {
    const { tenants, logged } = await createManagementHost();
    (await tenants.configure(MANAGER, { mfa: { allowedFactors: [] } }))._unsafeUnwrap();
    const before = await logged();
    const refused = await tenants.setHipaa(MANAGER, true, 'a hospital');
    expect(refused._unsafeUnwrapErr()).toEqual({
      code: 'policy_invalid',
      violations: [{ field: 'allowed_factors', rule: 'empty', limit: null, value: [] }],
    });
    expect((await tenants.find(TENANT)).hipaa).toBe(false);
    expect(await logged()).toEqual(before);
  });

  it.each(['', '  \n'])('is not switched for the reason %j', async (reason) => {
    const { tenants, logged } = await createManagementHost();
    const refused = await tenants.setHipaa(MANAGER, true, reason);
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'reason_missing' });
    expect((await tenants.find(TENANT)).hipaa).toBe(false);
    expect(await logged()).toEqual([]);
  });
});
