/** docs/decisions.md: "Tenant records"; and the rules for the tenant password policy, by number. */
import { describe, expect, it } from 'vitest';
import { outcome, problemOf, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import {
  accepted,
  eachFieldOf,
  fieldsOf,
  initialOf,
  mismatchOf,
  refused,
  tenantSampleOf,
} from '../specification/policy-field-rules.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, MFA, PASSWORD, SMS } from './harness/tenant.js';

const MONITORED = {
  country: 'monitor',
  prefix: 'monitor',
  address: 'monitor',
  network: 'monitor',
};

const DEFAULTS = eachFieldOf('password', 'name', initialOf);
const CAMEL = eachFieldOf('password', 'name', tenantSampleOf);
const SNAKE = eachFieldOf('password', 'wire', tenantSampleOf);

/** What the specification does not have. */
const BEYOND = { minLengthWithoutMfa: 8 };

/** Field, its other spelling, what it may be, and what it may not. */
const CONSTRAINTS = fieldsOf('password').map(
  ({ tenant: { name, wire }, values }) =>
    [name, wire, accepted(values), [...refused(values), [null, ...mismatchOf(values)]]] as const,
);

onEveryHost((host) => {
  const broken = (answer: Answer): readonly string[] =>
    (problemOf(answer).errors ?? []).map(({ field, rule }) => `${field} ${rule}`).toSorted();

  describe('the tenant password policy', () => {
    // spec: password-policy/tenant-id, password-policy/min-length, password-policy/uppercase
    // spec: password-policy/lowercase, password-policy/number, password-policy/symbol
    // spec: password-policy/hibp-check, password-policy/max-age, password-policy/disallow-reuse
    // spec: customer/put-password-policy, customer/password-names, versioning/both-spellings
    it.each([
      ['snake_case', SNAKE],
      ['camelCase', CAMEL],
    ])('rule 1: names are accepted in %s, and answered in camelCase', async (_, body) => {
      const tenant = await host.tenant();
      const whole = { tenant_id: tenant.tenantId, ...CAMEL, ...BEYOND };
      expect(bodyOf(await tenant.put(PASSWORD, body))).toEqual(whole);
      const read = await tenant.get(PASSWORD);
      expect([read.status, bodyOf(read)]).toEqual([200, whole]);
      expect(Object.keys(bodyOf(read))).toEqual([
        'tenant_id',
        ...Object.keys(CAMEL),
        ...Object.keys(BEYOND),
      ]);
    });

    // spec: customer/password-partial
    it('rule 2: PUT may send a subset of the fields, each alone', async () => {
      const tenant = await host.tenant();
      const expected: Record<string, unknown> = {
        tenant_id: tenant.tenantId,
        ...DEFAULTS,
        ...BEYOND,
      };
      for (const [field, value] of Object.entries(CAMEL)) {
        expected[field] = value;
        expect(bodyOf(await tenant.put(PASSWORD, { [field]: value }))).toEqual(expected);
      }
      expect(bodyOf(await tenant.put(PASSWORD, {}))).toEqual(expected);
    });

    // spec: customer/password-constraints, password-policy/min-length, password-policy/uppercase
    // spec: password-policy/lowercase, password-policy/number, password-policy/symbol
    // spec: password-policy/hibp-check, password-policy/max-age, password-policy/disallow-reuse
    // spec: limits/min-length, limits/age-and-reuse
    it.each(CONSTRAINTS)('rule 3: the constraint of %s', async (field, wire, fine, wrong) => {
      const tenant = await host.tenant();
      for (const spelling of [field, wire]) {
        for (const value of fine) {
          const changed = await tenant.put(PASSWORD, { [spelling]: value });
          expect(bodyOf(changed)).toMatchObject({ [field]: value });
        }
        const before = bodyOf(await tenant.get(PASSWORD));
        for (const [value, rule, limit] of wrong) {
          const answer = await tenant.put(PASSWORD, { [spelling]: value });
          expect(outcome(answer)).toBe('400 validation_error policy_invalid');
          expect(problemOf(answer).errors).toEqual([{ field: spelling, rule, limit, value }]);
        }
        expect(bodyOf(await tenant.get(PASSWORD))).toEqual(before);
      }
    });

    // spec: customer/password-errors
    it('rule 4 and row "Password policy errors": 401, 403, 400 validation_error with errors', async () => {
      const tenant = await host.tenant();
      const organisation = await tenant.organisation();
      const stranger = tenant.as('nobody');
      const weak = tenant.as((await tenant.newKey(['organisations:write'])).key);
      await weak.put(organisation.path, {});
      await leavingNoTrace(host, organisation, async () => {
        for (const [caller, expected] of [
          [stranger, '401 unauthorized token_invalid'],
          [weak, '403 forbidden insufficient_scope'],
        ] as const) {
          expect(outcome(await caller.get(PASSWORD))).toBe(expected);
          expect(outcome(await caller.put(PASSWORD, CAMEL))).toBe(expected);
        }
        const answer = await tenant.put(PASSWORD, { min_length: 7, maxAgeDays: -1, max: 1 });
        expect(outcome(answer)).toBe('400 validation_error policy_invalid');
        expect(broken(answer)).toEqual([
          'max unknown_field',
          'maxAgeDays minimum',
          'min_length minimum',
        ]);
      });
    });

    // spec: customer/get-password-policy
    // standard: nist/3.1.1.2-composition, nist/3.1.1.2-rotation, asvs/6.2.5, asvs/6.2.10
    it('row "Password defaults"', async () => {
      const tenant = await host.tenant();
      const policy = bodyOf(await tenant.get(PASSWORD));
      expect(policy).toEqual({ tenant_id: tenant.tenantId, ...DEFAULTS, ...BEYOND });
    });
  });

  describe('row "MFA policy record"', () => {
    const record = eachFieldOf('mfa', 'wire', tenantSampleOf);

    // spec: password-policy/other-records
    it('is read and changed, whole and in parts', async () => {
      const tenant = await host.tenant();
      expect(bodyOf(await tenant.get(MFA))).toEqual({
        tenant_id: tenant.tenantId,
        ...eachFieldOf('mfa', 'wire', initialOf),
      });
      const whole = { tenant_id: tenant.tenantId, ...record };
      expect(bodyOf(await tenant.put(MFA, record))).toEqual(whole);
      expect(bodyOf(await tenant.put(MFA, { preferredFactor: null }))).toEqual({
        ...whole,
        preferred_factor: null,
      });
    });

    it('is what organisations inherit', async () => {
      const tenant = await host.tenant();
      const organisation = await tenant.organisation();
      await tenant.configure({ mfa: record });
      const policy = await organisation.policy();
      for (const field of fieldsOf('mfa')) {
        expect([field.name, policy[field.name]]).toEqual([field.name, tenantSampleOf(field)]);
      }
    });

    it.each([
      [{ enforcement: 'always' }, 'enforcement one_of'],
      [{ policy: 'required' }, 'policy one_of'],
      [{ allowedFactors: ['TOTP'] }, 'allowedFactors one_of'],
      [{ allowed_factors: null }, 'allowed_factors type'],
      [{ preferred_factor: 'fax' }, 'preferred_factor one_of'],
      [{ allowed_factors: ['sms'], preferred_factor: 'totp' }, 'preferred_factor not_allowed'],
      [{ enforcement: 'required', allowed_factors: [] }, 'allowed_factors empty'],
      [{ grace_period_ms: 7_776_000_001 }, 'grace_period_ms maximum'],
      [{ gracePeriodMs: -1 }, 'gracePeriodMs minimum'],
      [{ unenrolled_user_action: null }, 'unenrolled_user_action one_of'],
      [{ requirePhoneVerification: 1 }, 'requirePhoneVerification type'],
      [{ session_timeout_minutes: 4 }, 'session_timeout_minutes minimum'],
      [{ sessionIdleTimeoutMinutes: 0 }, 'sessionIdleTimeoutMinutes minimum'],
      [{ mfaEnforcement: 'required' }, 'mfaEnforcement unknown_field'],
    ])('%j is 400', async (body, expected) => {
      const organisation = await (await host.tenant()).organisation();
      const answer = await leavingNoTrace(host, organisation, () =>
        organisation.tenant.put(MFA, body),
      );
      expect(outcome(answer)).toBe('400 validation_error policy_invalid');
      expect(broken(answer)).toEqual([expected]);
    });
  });

  describe('row "SMS settings record"', () => {
    const settings = {
      enabled: true,
      mfa_enabled: true,
      app_name: 'Acme',
      origin_host: 'login.example.test',
      app_hash: null,
      templates: { de: '{code} ist Ihr Code.' },
      allowed_countries: ['DE', 'US'],
      denied_prefixes: ['+1900'],
      daily_budget: 5_000,
      fraud_guard: { ...MONITORED, prefix: 'enforce' },
      country_modes: { DE: 'monitor' },
    };

    // spec: password-policy/other-records
    it('is read and changed, whole and in parts', async () => {
      const tenant = await host.tenant();
      expect(bodyOf(await tenant.get(SMS))).toEqual({
        tenant_id: tenant.tenantId,
        enabled: false,
        mfa_enabled: false,
        app_name: 'Stepward',
        origin_host: null,
        app_hash: null,
        templates: {},
        allowed_countries: null,
        denied_prefixes: [],
        daily_budget: 1_000,
        fraud_guard: MONITORED,
        country_modes: {},
        message_lengths: { '*': { encoding: 'gsm7', length: 55, segments: 1 } },
      });
      const whole = { tenant_id: tenant.tenantId, ...settings };
      expect(bodyOf(await tenant.put(SMS, settings))).toMatchObject(whole);
      const cleared = { originHost: null, allowedCountries: null, dailyBudget: null };
      expect(bodyOf(await tenant.put(SMS, cleared))).toMatchObject({
        ...whole,
        origin_host: null,
        allowed_countries: null,
        daily_budget: null,
      });
    });

    it.each([
      [{ enabled: 'yes' }, ['enabled type']],
      [{ app_name: '' }, ['app_name gsm7_length']],
      [{ appName: 'a'.repeat(61) }, ['appName gsm7_length']],
      [{ originHost: 'X.test' }, ['originHost host_name']],
      [{ dailyBudget: -1 }, ['dailyBudget non_negative_integer']],
      [{ origin_host: 'https://x.test' }, ['origin_host host_name']],
      [{ origin_host: 'x.test', app_hash: 'FA+9qCX9VSu' }, ['app_hash app_hash']],
      [{ templates: { de: 'Hallo' } }, ['templates.de code_placeholder']],
      [{ templates: { de: '{code} {code}' } }, ['templates.de code_placeholder']],
      [{ templates: { 'not a locale': '{code}' } }, ['templates.not a locale locale']],
      [{ templates: ['{code}'] }, ['templates type']],
      [{ allowed_countries: ['de'] }, ['allowed_countries iso_3166_alpha_2']],
      [{ denied_prefixes: ['1900'] }, ['denied_prefixes e164_prefix']],
      [{ daily_budget: -1 }, ['daily_budget non_negative_integer']],
      [{ daily_budget: 0.5 }, ['daily_budget type']],
      [{ provider: 'x', mfa_enabled: null }, ['mfa_enabled type', 'provider unknown_field']],
    ])('%j is 400', async (body, expected) => {
      const organisation = await (await host.tenant()).organisation();
      const answer = await leavingNoTrace(host, organisation, () =>
        organisation.tenant.put(SMS, body),
      );
      expect(outcome(answer)).toBe('400 validation_error sms_settings_invalid');
      expect(broken(answer)).toEqual(expected);
    });
  });

  describe('row "HIPAA \'session minimums\'"', () => {
    // spec: service/hipaa, limits/hipaa-session
    it('with the mode on, the defaults are exactly 5 and 60', async () => {
      const organisation = await (await host.tenant()).organisation();
      await host.hipaa(organisation.tenant, true);
      expect(await organisation.policy()).toMatchObject({
        sessionIdleTimeoutMinutes: 5,
        sessionTimeoutMinutes: 60,
        _inherited: { sessionIdleTimeoutMinutes: true, sessionTimeoutMinutes: true },
      });
      expect(bodyOf(await organisation.tenant.get(MFA))).toMatchObject({
        session_idle_timeout_minutes: 5,
        session_timeout_minutes: 60,
      });
    });

    // spec: service/hipaa, limits/hipaa-session
    it('they are ceilings: above is 400 for organisation and tenant, at or below is fine', async () => {
      const organisation = await (await host.tenant()).organisation();
      const { tenant } = organisation;
      await host.hipaa(tenant, true);
      const above = { sessionIdleTimeoutMinutes: 6, session_timeout_minutes: 61 };
      const refused = ['sessionIdleTimeoutMinutes hipaa', 'session_timeout_minutes hipaa'];
      expect(broken(await organisation.put(above))).toEqual(refused);
      expect(broken(await tenant.put(MFA, above))).toEqual(refused);
      for (const [idle, whole] of [
        [5, 60],
        [1, 5],
      ]) {
        const body = { sessionIdleTimeoutMinutes: idle, sessionTimeoutMinutes: whole };
        expect(bodyOf(await organisation.put(body))).toMatchObject(body);
      }
    });

    // spec: limits/hipaa-session
    it('stored ones clamp while the mode is on, and come back when it is off', async () => {
      const organisation = await (await host.tenant()).organisation();
      const { tenant } = organisation;
      await organisation.put({ sessionIdleTimeoutMinutes: 30, sessionTimeoutMinutes: 45 });
      const relaxed = await organisation.policy();
      await host.hipaa(tenant, true);
      expect(await organisation.policy()).toMatchObject({
        sessionIdleTimeoutMinutes: 5,
        sessionTimeoutMinutes: 45,
        _inherited: { sessionIdleTimeoutMinutes: true, sessionTimeoutMinutes: false },
      });
      await host.hipaa(tenant, false);
      expect(await organisation.policy()).toEqual(relaxed);
    });
  });

  describe('row "HIPAA and MFA"', () => {
    // spec: service/hipaa
    it('enforcement required, grace 0, action at least force_enrollment, for tenant and organisation', async () => {
      const organisation = await (await host.tenant()).organisation();
      const { tenant } = organisation;
      await tenant.configure({ mfa: { enforcement: 'disabled', policy: 'never' } });
      const before = [bodyOf(await tenant.get(MFA)), await organisation.policy()];
      await host.hipaa(tenant, true);
      expect(await organisation.policy()).toMatchObject({
        mfaEnforcement: 'required',
        mfaPolicy: 'adaptive',
        gracePeriodMs: 0,
        unenrolledUserAction: 'force_enrollment',
      });
      expect(bodyOf(await tenant.get(MFA))).toMatchObject({
        enforcement: 'required',
        policy: 'adaptive',
        grace_period_ms: 0,
        unenrolled_user_action: 'force_enrollment',
      });
      expect(bodyOf(await organisation.put({ unenrolledUserAction: 'block' }))).toMatchObject({
        unenrolledUserAction: 'block',
      });
      await organisation.reset();
      await host.hipaa(tenant, false);
      expect([bodyOf(await tenant.get(MFA)), await organisation.policy()]).toEqual(before);
    });

    it('what is weaker is 400 with the mode on', async () => {
      const organisation = await (await host.tenant()).organisation();
      const { tenant } = organisation;
      await host.hipaa(tenant, true);
      await leavingNoTrace(host, organisation, async () => {
        expect(
          broken(
            await organisation.put({
              mfa_enforcement: 'optional',
              mfaPolicy: 'never',
              gracePeriodMs: 1,
              unenrolled_user_action: 'prompt',
              allowedFactors: [],
            }),
          ).map((each) => each.split(' ')[0]),
        ).toEqual([
          'allowedFactors',
          'gracePeriodMs',
          'mfaPolicy',
          'mfa_enforcement',
          'unenrolled_user_action',
        ]);
        expect(
          broken(
            await tenant.put(MFA, {
              enforcement: 'optional',
              policy: 'never',
              grace_period_ms: 1,
              unenrolledUserAction: 'prompt',
            }),
          ),
        ).toEqual([
          'enforcement hipaa',
          'grace_period_ms hipaa',
          'policy hipaa',
          'unenrolledUserAction hipaa',
        ]);
        expect(broken(await tenant.put(MFA, { allowed_factors: [] }))).toEqual([
          'allowed_factors empty',
        ]);
      });
    });
  });

  // spec: service/hipaa
  it('row "HIPAA logging": the mode and every access to protected fields are in the log', async () => {
    const tenant = await host.tenant();
    await host.hipaa(tenant, true);
    const actor = { type: 'identity', id: 'doctor' } as const;
    await host.stepward.audit.recordPhiAccess({
      tenantId: tenant.tenantId,
      actor,
      subject: 'patient',
      fields: ['diagnosis'],
      purpose: 'treatment',
    });
    await host.hipaa(tenant, false);
    expect(await tenant.logs('limit=3')).toMatchObject([
      { type: 'hipaa.disabled', details: { reason: 'a covered entity' } },
      {
        type: 'phi.accessed',
        actor,
        target: 'patient',
        details: { fields: ['diagnosis'], purpose: 'treatment' },
      },
      { type: 'hipaa.enabled', target: null },
    ]);
  });
}, ONE_SERVER);
