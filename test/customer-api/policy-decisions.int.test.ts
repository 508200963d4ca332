/** docs/decisions.md: "Organisation security policy", as far as HTTP shows it. */
import { ok } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { outcome, problemOf, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, organisationOf, type Organisation } from './harness/tenant.js';

const NINETY_DAYS = 90 * 86_400_000;

onEveryHost((host) => {
  const newOrganisation = async (
    tenantHas: { mfa?: object; password?: object } = {},
    legacy?: Readonly<Record<string, unknown>>,
  ): Promise<Organisation> => {
    const tenant = await host.tenant();
    await tenant.configure(tenantHas);
    return tenant.organisation(legacy);
  };

  /** The rules that an answer says are broken: `field rule`. */
  const broken = (answer: Answer): readonly string[] =>
    (problemOf(answer).errors ?? []).map(({ field, rule }) => `${field} ${rule}`).toSorted();

  // spec: policy/allowed-values
  it.each([
    // spec: policy/mfa-enforcement
    ['mfaEnforcement', 'enforcement', ['disabled', 'optional', 'required']],
    // spec: policy/mfa-policy
    ['mfaPolicy', 'policy', ['never', 'adaptive', 'always']],
    // spec: policy/unenrolled-action
    [
      'unenrolledUserAction',
      'unenrolled_user_action',
      ['allow', 'prompt', 'force_enrollment', 'block'],
    ],
  ])(
    'row "`%s`": its values, weakest first, tenant against organisation',
    async (field, wire, words) => {
      const organisation = await newOrganisation();
      for (const [floor, tenantWord] of words.entries()) {
        await organisation.tenant.configure({ mfa: { [wire]: tenantWord } });
        for (const [rank, word] of words.entries()) {
          const { status } = await organisation.put({ [field]: word });
          expect([tenantWord, word, status]).toEqual([tenantWord, word, rank < floor ? 400 : 200]);
        }
        await organisation.put({ [field]: null });
      }
      for (const stranger of ['', words[0]?.toUpperCase(), ` ${String(words[0])}`]) {
        expect(broken(await organisation.put({ [field]: stranger }))).toEqual([`${field} one_of`]);
      }
    },
  );

  // spec: policy/grace-period
  it('row "`gracePeriodMs`": 0 is the strictest, 90 days are the most, longer is weaker', async () => {
    const organisation = await newOrganisation({ mfa: { gracePeriodMs: NINETY_DAYS } });
    expect((await organisation.put({ gracePeriodMs: NINETY_DAYS })).status).toBe(200);
    await organisation.tenant.configure({ mfa: { gracePeriodMs: 0 } });
    expect(await organisation.policy()).toMatchObject({ gracePeriodMs: 0 });
    expect(broken(await organisation.put({ gracePeriodMs: 1 }))).toEqual([
      'gracePeriodMs weaker_than_tenant',
    ]);
    expect(broken(await organisation.put({ gracePeriodMs: NINETY_DAYS + 1 }))).toEqual([
      'gracePeriodMs maximum',
    ]);
  });

  // spec: customer/policy-other-fields
  it('row "Settable by PUT": what GET answers may be edited and sent back', async () => {
    const organisation = await newOrganisation({ password: { maxAgeDays: 90 } });
    const read = await organisation.policy();
    const edited = { ...read, tenant_id: 'globex', org_id: 'other', passwordMaxAgeDays: 60 };
    const answer = await organisation.put(edited);
    expect(bodyOf(answer)).toEqual({
      ...read,
      passwordMaxAgeDays: 60,
      _inherited: { ...read._inherited, passwordMaxAgeDays: false },
    });
  });

  it.each(['tenantId', 'orgId', 'inherited', '_Inherited', 'mfa-policy', 'MFA_POLICY', ''])(
    'row "Settable by PUT": the unknown key "%s" is 400',
    async (key) => {
      const organisation = await newOrganisation();
      const answer = await organisation.put({ mfaPolicy: 'always', [key]: null });
      expect(broken(answer)).toEqual([`${key} unknown_field`]);
      expect(await organisation.policy()).toMatchObject({ mfaPolicy: 'adaptive' });
    },
  );

  it('row "Both spellings of one field in a body": the same value is fine', async () => {
    const organisation = await newOrganisation();
    const both = { mfaPolicy: 'always', mfa_policy: 'always' };
    const factors = { allowed_factors: ['sms'], allowedFactors: ['sms'] };
    const cleared = { password_min_length: null, passwordMinLength: null };
    expect(bodyOf(await organisation.put({ ...both, ...factors, ...cleared }))).toMatchObject({
      mfaPolicy: 'always',
      allowedFactors: ['sms'],
    });
  });

  it.each([
    ['two values', { mfaPolicy: 'always', mfa_policy: 'adaptive' }],
    ['a value and null', { mfa_policy: 'always', mfaPolicy: null }],
    ['null and a value', { mfaPolicy: null, mfa_policy: 'always' }],
    ['two orders', { allowedFactors: ['sms', 'totp'], allowed_factors: ['totp', 'sms'] }],
  ])('row "Both spellings of one field in a body": %s are 400 naming both', async (_, body) => {
    const organisation = await newOrganisation();
    const answer = await leavingNoTrace(host, organisation, () => organisation.put(body));
    expect(broken(answer)).toEqual([`${Object.keys(body).join(', ')} contradiction`]);
  });

  it('row "`{}`": 200, nothing changes', async () => {
    const organisation = await newOrganisation();
    await organisation.put({ passwordMinLength: 12 });
    const policy = await organisation.policy();
    const answer = await leavingNoTrace(host, organisation, () => organisation.put({}));
    expect([answer.status, bodyOf(answer)]).toEqual([200, policy]);
  });

  it('row "Strictness, beyond the specification\'s list"', async () => {
    const organisation = await newOrganisation({
      mfa: { unenrolledUserAction: 'block', gracePeriodMs: 5, requirePhoneVerification: true },
    });
    const answer = await organisation.put({
      unenrolled_user_action: 'force_enrollment',
      grace_period_ms: 6,
      require_phone_verification: false,
      password_min_length: 129,
    });
    expect(broken(answer)).toEqual([
      'grace_period_ms weaker_than_tenant',
      'password_min_length maximum',
      'require_phone_verification weaker_than_tenant',
      'unenrolled_user_action weaker_than_tenant',
    ]);
  });

  it('row "`passwordMaxAgeDays` 0": tenant 90, organisation 0 is 400; tenant 0, anything is fine', async () => {
    const organisation = await newOrganisation({ password: { maxAgeDays: 90 } });
    expect(broken(await organisation.put({ passwordMaxAgeDays: 0 }))).toEqual([
      'passwordMaxAgeDays weaker_than_tenant',
    ]);
    await organisation.tenant.configure({ password: { maxAgeDays: 0 } });
    for (const days of [0, 1, 90, 10_000]) {
      expect(bodyOf(await organisation.put({ passwordMaxAgeDays: days }))).toMatchObject({
        passwordMaxAgeDays: days,
      });
    }
  });

  describe('row "preferredFactor"', () => {
    // spec: policy/preferred-factor
    // standard: asvs/2.2.3
    it("is 400 outside the merged allowedFactors: the tenant's, the stored, those of the body", async () => {
      const organisation = await newOrganisation({ mfa: { allowedFactors: ['webauthn', 'sms'] } });
      const refused = ['preferredFactor not_allowed'];
      expect(broken(await organisation.put({ preferredFactor: 'totp' }))).toEqual(refused);
      const both = { allowedFactors: ['sms'], preferredFactor: 'webauthn' };
      expect(broken(await organisation.put(both))).toEqual(refused);
      expect((await organisation.put({ allowedFactors: ['sms'] })).status).toBe(200);
      expect(broken(await organisation.put({ preferredFactor: 'webauthn' }))).toEqual(refused);
      const wider = { allowedFactors: ['webauthn', 'sms'], preferredFactor: 'webauthn' };
      expect(bodyOf(await organisation.put(wider))).toMatchObject(wider);
    });

    it('a stored or an inherited one that falls outside gives way to the first allowed factor', async () => {
      const organisation = await newOrganisation();
      await organisation.put({ preferredFactor: 'email' });
      expect(bodyOf(await organisation.put({ allowedFactors: ['sms', 'totp'] }))).toMatchObject({
        preferredFactor: 'totp',
      });
      expect(bodyOf(await organisation.put({ allowedFactors: null }))).toMatchObject({
        preferredFactor: 'email',
      });
      const heir = await newOrganisation({ mfa: { preferredFactor: 'webauthn' } });
      expect(bodyOf(await heir.put({ allowedFactors: ['email', 'sms'] }))).toMatchObject({
        preferredFactor: 'sms',
      });
    });
  });

  describe('row "allowedFactors"', () => {
    // spec: policy/allowed-factors
    it('is de-duplicated, its order kept', async () => {
      const organisation = await newOrganisation();
      const body = { allowedFactors: ['sms', 'webauthn', 'sms', 'totp', 'webauthn'] };
      expect(bodyOf(await organisation.put(body))).toMatchObject({
        allowedFactors: ['sms', 'webauthn', 'totp'],
      });
      const many = { allowedFactors: Array<string>(15_000).fill('sms') };
      expect(bodyOf(await organisation.put(many))).toMatchObject({ allowedFactors: ['sms'] });
    });

    it.each(['SMS', 'Sms', ' sms', 'sms ', 'otp', '', '\u0455ms'])(
      'the unknown name "%s" is 400',
      async (name) => {
        const organisation = await newOrganisation();
        const answer = await organisation.put({ allowedFactors: ['totp', name] });
        expect(broken(answer)).toEqual(['allowedFactors one_of']);
      },
    );

    it('`[]` is 400 when the merged enforcement is required: by the tenant, the store, the body', async () => {
      const byTenant = await newOrganisation({ mfa: { enforcement: 'required' } });
      expect(broken(await byTenant.put({ allowed_factors: [] }))).toEqual([
        'allowed_factors empty',
      ]);
      const byStore = await newOrganisation();
      await byStore.put({ mfaEnforcement: 'required' });
      expect(broken(await byStore.put({ allowedFactors: [] }))).toEqual(['allowedFactors empty']);
      const byBody = await newOrganisation();
      const both = { allowedFactors: [], mfaEnforcement: 'required' };
      expect(broken(await byBody.put(both))).toEqual(['allowedFactors empty']);
    });

    it('`[]` is fine before, and then blames the enforcement that comes later', async () => {
      const organisation = await newOrganisation();
      expect(bodyOf(await organisation.put({ allowedFactors: [] }))).toMatchObject({
        allowedFactors: [],
        preferredFactor: null,
      });
      expect(broken(await organisation.put({ mfa_enforcement: 'required' }))).toEqual([
        'mfa_enforcement empty',
      ]);
    });
  });

  it('row "Validation": on the merged candidate, all at once, each with rule, limit and value', async () => {
    const organisation = await newOrganisation({ password: { minLength: 10 } });
    await organisation.put({ mfaEnforcement: 'required' });
    const answer = await leavingNoTrace(host, organisation, () =>
      organisation.put({
        allowed_factors: [],
        passwordMinLength: 9,
        session_idle_timeout_minutes: 0,
        mfaPolicy: 'always',
        gracePeriodMs: '1',
      }),
    );
    const byField = (problemOf(answer).errors ?? []).toSorted((left, right) =>
      left.field.localeCompare(right.field),
    );
    expect(byField).toEqual([
      { field: 'allowed_factors', rule: 'empty', limit: null, value: [] },
      { field: 'gracePeriodMs', rule: 'type', limit: 'integer', value: '1' },
      { field: 'passwordMinLength', rule: 'weaker_than_tenant', limit: 10, value: 9 },
      { field: 'session_idle_timeout_minutes', rule: 'minimum', limit: 1, value: 0 },
    ]);
  });

  describe('row "Older organisation-metadata store"', () => {
    const legacy = { passwordMinLength: 14, mfa_policy: 'always', unknown: 1 };

    it('override, then legacy metadata, then tenant default, in either spelling', async () => {
      const organisation = await newOrganisation({}, legacy);
      expect(await organisation.policy()).toMatchObject({
        passwordMinLength: 14,
        mfaPolicy: 'always',
        gracePeriodMs: 604_800_000,
        _inherited: { passwordMinLength: false, mfaPolicy: false, gracePeriodMs: true },
      });
      expect(bodyOf(await organisation.put({ password_min_length: 12 }))).toMatchObject({
        passwordMinLength: 12,
      });
    });

    it('is clamped like everything else', async () => {
      const organisation = await newOrganisation({ password: { minLength: 16 } }, legacy);
      expect(await organisation.policy()).toMatchObject({
        passwordMinLength: 16,
        _inherited: { passwordMinLength: true },
      });
    });

    it('null hides the legacy value, and DELETE shows it again', async () => {
      const organisation = await newOrganisation({}, legacy);
      expect(bodyOf(await organisation.put({ passwordMinLength: null }))).toMatchObject({
        passwordMinLength: 8,
        _inherited: { passwordMinLength: true, mfaPolicy: false },
      });
      expect(bodyOf(await organisation.reset())).toMatchObject({
        passwordMinLength: 14,
        _inherited: { passwordMinLength: false, mfaPolicy: false },
      });
    });
  });

  it('row "A stored value that Stepward does not know": counts as the strictest, and is logged', async () => {
    const organisation = await newOrganisation();
    const { tenant, orgId } = organisation;
    const overrides = { mfaPolicy: 'sometimes', gracePeriodMs: 'a week', passwordMaxAgeDays: -1 };
    const written = await host.storage.run({ tenantId: tenant.tenantId }, async ({ policies }) => {
      await policies.writeOverrides(orgId, overrides, null);
      return ok(null);
    });
    expect(written.isOk()).toBe(true);
    expect(await organisation.policy()).toMatchObject({
      mfaPolicy: 'always',
      gracePeriodMs: 0,
      passwordMaxAgeDays: 1,
      _inherited: { mfaPolicy: false, gracePeriodMs: false, passwordMaxAgeDays: false },
    });
    const [newest] = await tenant.logs();
    expect(newest).toMatchObject({
      type: 'security_policy.unknown_value',
      target: orgId,
      details: { fields: ['mfaPolicy', 'gracePeriodMs', 'passwordMaxAgeDays'] },
    });
    expect(bodyOf(await organisation.put({ mfaPolicy: 'adaptive' }))).toMatchObject({
      mfaPolicy: 'adaptive',
    });
  });

  // spec: customer/policy-delete-errors
  it('row "DELETE with nothing stored": 200; an unknown organisation, or another tenant\'s, 404', async () => {
    const organisation = await newOrganisation();
    const policy = await organisation.policy();
    const answer = await leavingNoTrace(host, organisation, () => organisation.reset());
    expect([answer.status, bodyOf(answer)]).toEqual([200, policy]);
    const { tenant } = organisation;
    const foreign = await newOrganisation();
    for (const orgId of ['org-nowhere', foreign.orgId]) {
      const refused = await leavingNoTrace(host, organisation, () =>
        organisationOf(tenant, orgId).reset(),
      );
      expect(outcome(refused)).toBe('404 not_found organisation_not_found');
    }
  });

  it('row "Parent organisations": an id below another\'s inherits nothing from it', async () => {
    const organisation = await newOrganisation();
    const { tenant, orgId } = organisation;
    const childId = `${orgId}/child`;
    await host.stepward.organisations.put(tenant.tenantId, childId);
    await organisation.put({ passwordMinLength: 20 });
    const child = organisationOf(tenant, encodeURIComponent(childId));
    expect(await child.policy()).toMatchObject({ org_id: childId, passwordMinLength: 8 });
  });
}, ONE_SERVER);
