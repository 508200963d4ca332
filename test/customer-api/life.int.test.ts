/** Which value holds, over the life of a policy: tenant, organisation, older store and HIPAA mode in turn. */
import { describe, expect, it } from 'vitest';
import { problemOf } from '../harness/answer.js';
import { FLAGGED_NAMES } from '../specification/policy-field-rules.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf, type Organisation } from './harness/tenant.js';

onEveryHost((host) => {
  const newOrganisation = async (
    legacy?: Readonly<Record<string, unknown>>,
  ): Promise<Organisation> => (await host.tenant()).organisation(legacy);

  /** A value and its flag, as the next GET shows them. */
  async function shown(organisation: Organisation, field: string): Promise<readonly unknown[]> {
    const policy = await organisation.policy();
    return [policy[field], policy._inherited[field]];
  }

  it("null, then GET: the value is the tenant's as it is now, and inherited", async () => {
    const organisation = await newOrganisation();
    await organisation.put({ passwordMinLength: 20 });
    await organisation.put({ password_min_length: null });
    await organisation.tenant.configure({ password: { minLength: 9 } });
    expect(await shown(organisation, 'passwordMinLength')).toEqual([9, true]);
  });

  it("an override that equals the tenant's value is an override", async () => {
    const organisation = await newOrganisation();
    await organisation.put({ passwordMinLength: 8 });
    expect(await shown(organisation, 'passwordMinLength')).toEqual([8, false]);
  });

  it('DELETE: every flag is true but those of legacy fields, which null had hidden', async () => {
    const organisation = await newOrganisation({ gracePeriodMs: 5, password_max_age_days: 30 });
    await organisation.put({ gracePeriodMs: null, passwordMaxAgeDays: 10, mfaPolicy: 'always' });
    expect(await shown(organisation, 'gracePeriodMs')).toEqual([604_800_000, true]);
    const { _inherited } = bodyOf(await organisation.reset());
    const overridden = Object.entries(_inherited as Record<string, boolean>)
      .filter(([, isInherited]) => !isInherited)
      .map(([field]) => field);
    expect(overridden).toEqual(['gracePeriodMs', 'passwordMaxAgeDays']);
    expect(await shown(organisation, 'gracePeriodMs')).toEqual([5, false]);
    expect(await shown(organisation, 'passwordMaxAgeDays')).toEqual([30, false]);
  });

  it('the older store may change behind it, and what it holds now counts', async () => {
    const organisation = await newOrganisation({ passwordMinLength: 14 });
    host.legacy.set(organisation.orgId, { passwordMinLength: 18 });
    expect(await shown(organisation, 'passwordMinLength')).toEqual([18, false]);
    host.legacy.delete(organisation.orgId);
    expect(await shown(organisation, 'passwordMinLength')).toEqual([8, true]);
  });

  describe('the tenant becomes stricter, then relaxes:', () => {
    it.each([
      ['mfaEnforcement', 'optional', 'optional', 'required'],
      ['mfaPolicy', 'adaptive', 'never', 'always'],
      ['unenrolledUserAction', 'prompt', 'allow', 'block'],
      ['gracePeriodMs', 60_000, 604_800_000, 0],
      ['requirePhoneVerification', false, false, true],
      ['trustedDeviceDays', 30, 90, 0],
    ])('%s', async (field, override, lax, strict) => {
      const organisation = await newOrganisation();
      const tenantField = field === 'mfaEnforcement' ? 'enforcement' : field;
      const name = tenantField === 'mfaPolicy' ? 'policy' : tenantField;
      const hasFlag = FLAGGED_NAMES.includes(field);
      await organisation.tenant.configure({ mfa: { [name]: lax } });
      await organisation.put({ [field]: override });
      expect(await shown(organisation, field)).toEqual([override, hasFlag ? false : undefined]);
      await organisation.tenant.configure({ mfa: { [name]: strict } });
      expect(await shown(organisation, field)).toEqual([strict, hasFlag ? true : undefined]);
      await organisation.tenant.configure({ mfa: { [name]: lax } });
      expect(await shown(organisation, field)).toEqual([override, hasFlag ? false : undefined]);
    });

    it.each([
      ['passwordMinLength', 'minLength', 12, 8, 16],
      ['passwordRequireNumber', 'requireNumber', false, false, true],
      ['passwordHibpCheck', 'hibpCheck', false, false, true],
      ['passwordMaxAgeDays', 'maxAgeDays', 60, 90, 30],
      ['passwordMaxAgeDays', 'maxAgeDays', 0, 0, 30],
      ['passwordDisallowReuse', 'disallowReuse', 3, 0, 5],
    ])('%s', async (field, name, override, lax, strict) => {
      const organisation = await newOrganisation();
      await organisation.tenant.configure({ password: { [name]: lax } });
      await organisation.put({ [field]: override });
      for (const [tenantHas, expected] of [
        [lax, [override, false]],
        [strict, [strict, true]],
        [lax, [override, false]],
      ] as const) {
        await organisation.tenant.configure({ password: { [name]: tenantHas } });
        expect(await shown(organisation, field)).toEqual(expected);
      }
    });

    it("allowedFactors: the intersection, and where that is empty, the tenant's", async () => {
      const organisation = await newOrganisation();
      const { tenant } = organisation;
      const field = 'allowedFactors';
      await organisation.put({ allowedFactors: ['sms', 'totp'] });
      await tenant.configure({ mfa: { allowedFactors: ['webauthn', 'totp'] } });
      expect(await shown(organisation, field)).toEqual([['totp'], false]);
      await tenant.configure({ mfa: { allowedFactors: ['webauthn', 'email'] } });
      expect(await shown(organisation, field)).toEqual([['webauthn', 'email'], true]);
      await tenant.configure({ mfa: { allowedFactors: ['email', 'totp', 'sms'] } });
      expect(await shown(organisation, field)).toEqual([['sms', 'totp'], false]);
    });

    it('what is overtaken may be changed to what is strict enough, and to nothing weaker', async () => {
      const organisation = await newOrganisation();
      await organisation.put({ passwordMinLength: 10 });
      await organisation.tenant.configure({ password: { minLength: 12 } });
      const again = await organisation.put({ passwordMinLength: 10 });
      expect(problemOf(again).errors).toMatchObject([{ rule: 'weaker_than_tenant', limit: 12 }]);
      expect((await organisation.put({ mfaPolicy: 'always' })).status).toBe(200);
      expect(bodyOf(await organisation.put({ passwordMinLength: 13 }))).toMatchObject({
        passwordMinLength: 13,
        _inherited: { passwordMinLength: false },
      });
    });
  });

  it('an organisation relaxes what it had tightened, as far as the tenant goes', async () => {
    const organisation = await newOrganisation();
    await organisation.tenant.configure({ password: { minLength: 10, maxAgeDays: 90 } });
    for (const passwordMinLength of [20, 10, 128]) {
      expect(bodyOf(await organisation.put({ passwordMinLength }))).toMatchObject({
        passwordMinLength,
      });
    }
    expect((await organisation.put({ passwordMinLength: 9 })).status).toBe(400);
    for (const passwordMaxAgeDays of [1, 90]) {
      expect(bodyOf(await organisation.put({ passwordMaxAgeDays }))).toMatchObject({
        passwordMaxAgeDays,
      });
    }
    expect((await organisation.put({ passwordMaxAgeDays: 0 })).status).toBe(400);
  });

  it('HIPAA mode on and off: everything stored comes back, and was clamped in between', async () => {
    const organisation = await newOrganisation();
    const { tenant } = organisation;
    await tenant.configure({ mfa: { policy: 'never', sessionTimeoutMinutes: 1_000 } });
    await organisation.put({ mfaEnforcement: 'optional', sessionIdleTimeoutMinutes: 30 });
    const before = await organisation.policy();
    await host.hipaa(tenant, true);
    expect(await organisation.policy()).toMatchObject({
      mfaEnforcement: 'required',
      mfaPolicy: 'adaptive',
      gracePeriodMs: 0,
      unenrolledUserAction: 'force_enrollment',
      sessionTimeoutMinutes: 60,
      sessionIdleTimeoutMinutes: 5,
      _inherited: { mfaEnforcement: true, sessionIdleTimeoutMinutes: true },
    });
    expect((await organisation.put({ passwordMinLength: 12 })).status).toBe(200);
    expect((await organisation.put({ mfaEnforcement: 'optional' })).status).toBe(400);
    await host.hipaa(tenant, false);
    expect(await organisation.policy()).toEqual({
      ...before,
      passwordMinLength: 12,
      _inherited: { ...before._inherited, passwordMinLength: false },
    });
    expect((await organisation.put({ sessionIdleTimeoutMinutes: 600 })).status).toBe(200);
  });

  it('what was stored is there after everything else was reset by another tenant', async () => {
    const organisation = await newOrganisation();
    await organisation.put({ passwordMinLength: 12 });
    const other = await newOrganisation();
    await other.put({ passwordMinLength: 30 });
    await other.reset();
    expect(await shown(organisation, 'passwordMinLength')).toEqual([12, false]);
  });
});
