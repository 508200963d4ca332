import { createTestStepward, type TestStepwardOptions } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { systemCaller } from '../access/caller.js';

const ADA = { tenantId: 'acme', identityId: 'ada', organisationId: null };

async function createHost(options: TestStepwardOptions = {}) {
  const test = await createTestStepward(options);
  const ada = await test.addIdentity('ada');
  await test.stepward.organisations.put('acme', 'org_main');
  const overview = (changes: Partial<Record<keyof typeof ADA, string>> = {}) =>
    test.stepward.accounts.overview({ ...ADA, ...changes });
  return { ...test, ada, overview };
}

describe('the overview of an account', () => {
  it('has what the services say one by one', async () => {
    const { stepward, ada, enrol, overview } = await createHost();
    await enrol(ada);
    (await stepward.recoveryCodes.generate({ ...ada, assurance: 'aal2' }))._unsafeUnwrap();
    const mfa = { trustedDeviceDays: 30 };
    (await stepward.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    (await stepward.trustedDevices.trust({ ...ada, proven: ['sms'] }))._unsafeUnwrap();
    const change = { allowedFactors: ['totp'] };
    const { update } = stepward.policies;
    (await update(systemCaller('acme'), 'org_main', change))._unsafeUnwrap();

    for (const organisationId of [null, 'org_main']) {
      const read = await overview(organisationId === null ? {} : { organisationId });
      const shown = (await stepward.policies.get('acme', organisationId))._unsafeUnwrap();
      const { scheduled: _, ...policy } = shown;
      expect(read._unsafeUnwrap()).toEqual({
        identity: await stepward.identities.find('acme', 'ada'),
        tenant: await stepward.tenants.find('acme'),
        status: { enabled: true, methods: ['sms'], backupCodesRemaining: 10 },
        authenticators: (await stepward.authenticators.list(ada))._unsafeUnwrap(),
        keepsWebAuthn: false,
        trustedDevices: (await stepward.trustedDevices.list(ada))._unsafeUnwrap(),
        policy,
      });
    }
  });

  it('has a planned change of the policy from its date on', async () => {
    const { stepward, clock, overview } = await createHost();
    const date = new Date(clock.now().getTime() + 1_000);
    const change = { mfaEnforcement: 'required', effective_from: date };
    const { update } = stepward.policies;
    (await update(systemCaller('acme'), 'org_main', change))._unsafeUnwrap();
    const seen = async () => {
      const { policy } = (await overview({ organisationId: 'org_main' }))._unsafeUnwrap();
      return policy.mfaEnforcement;
    };
    clock.advance(999);
    expect(await seen()).toBe('optional');
    clock.advance(1);
    expect(await seen()).toBe('required');
  });

  it('is refused for a person who is unknown or suspended, and for an unknown organisation', async () => {
    const { stepward, overview } = await createHost();
    const refusal = async (changes: Parameters<typeof overview>[0]) =>
      (await overview(changes))._unsafeUnwrapErr().code;
    expect(await refusal({ identityId: 'nobody' })).toBe('identity_unknown');
    expect(await refusal({ tenantId: 'globex' })).toBe('identity_unknown');
    expect(await refusal({ organisationId: 'org_other' })).toBe('organisation_not_found');
    const ada = (await stepward.identities.find('acme', 'ada'))!;
    (await stepward.identities.put('acme', { ...ada, state: 'suspended' }))._unsafeUnwrap();
    expect(await refusal({})).toBe('identity_suspended');
  });

  it("asks the host's own directory of organisations", async () => {
    const organisations = { exists: async (_: string, id: string) => id === 'org_host' };
    const { overview } = await createHost({ organisations });
    expect((await overview({ organisationId: 'org_host' })).isOk()).toBe(true);
    expect((await overview({ organisationId: 'org_main' })).isErr()).toBe(true);
  });

  it('counts an unknown stored value as the strictest, and reports it as `policies.get` does', async () => {
    const legacyOverrides = { read: async () => ({ mfaEnforcement: 'sometimes' }) };
    const { stepward, overview } = await createHost({ legacyOverrides });
    const { policy } = (await overview({ organisationId: 'org_main' }))._unsafeUnwrap();
    expect(policy.mfaEnforcement).toBe('required');
    const { items } = await stepward.audit.list('acme', { type: null, since: null, until: null });
    expect(items.map(({ type }) => type)).toContain('security_policy.unknown_value');
  });

  it('names an argument of the wrong type', async () => {
    const { stepward } = await createHost();
    const query = { tenantId: 'acme', identityId: 'ada' } as never;
    await expect(async () => stepward.accounts.overview(query)).rejects.toThrow(
      'accounts.overview: query must be { tenantId, identityId, organisationId }',
    );
  });
});
