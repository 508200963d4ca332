/** The rules for the organisation policy, by their numbers in the specification. Rule 4 has its own table. */
import { describe, expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import {
  eachField,
  FIELD_NAMES,
  FLAGGED_NAMES,
  initialOf,
  sampleOf,
} from '../specification/policy-field-rules.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf, organisationOf } from './harness/tenant.js';

const flags = (value: boolean): Record<string, boolean> =>
  Object.fromEntries(FLAGGED_NAMES.map((field) => [field, value]));

/** A value for each field, in the two spellings that rule 2 names. */
const SNAKE = eachField('wire', sampleOf);
const CAMEL = eachField('name', sampleOf);

onEveryHost((host) => {
  const newOrganisation = async (legacy?: Readonly<Record<string, unknown>>) =>
    (await host.tenant()).organisation(legacy);

  // spec: service/organisation-policies, policy/merged, policy/tenant-id, policy/org-id
  // spec: policy/mfa-enforcement, policy/mfa-policy, policy/allowed-factors
  // spec: policy/preferred-factor, policy/grace-period, policy/unenrolled-action, policy/min-length
  // spec: policy/uppercase, policy/lowercase, policy/number, policy/symbol, policy/hibp-check
  // spec: policy/max-age, policy/disallow-reuse, policy/session-timeout, policy/idle-timeout
  // spec: policy/phone-verification, policy/inherited, customer/get-policy, customer/policy-merged
  it('rule 1: GET returns the merged effective policy with the _inherited flags', async () => {
    const organisation = await newOrganisation();
    await organisation.tenant.configure({ mfa: { policy: 'always' }, password: { minLength: 9 } });
    await organisation.put({ passwordMinLength: 11 });
    const answer = await organisation.get();
    const policy = bodyOf(answer);
    expect(answer.status).toBe(200);
    expect(policy).toEqual({
      tenant_id: organisation.tenant.tenantId,
      org_id: organisation.orgId,
      ...eachField('name', initialOf),
      mfaPolicy: 'always',
      preferredFactor: 'webauthn',
      passwordMinLength: 11,
      _inherited: { ...flags(true), passwordMinLength: false },
      scheduled: null,
    });
    const [own, others] = [
      ['tenant_id', 'org_id'],
      ['_inherited', 'scheduled'],
    ];
    expect(Object.keys(policy)).toEqual([...own, ...FIELD_NAMES, ...others]);
  });

  // spec: customer/put-policy, customer/policy-names, versioning/both-spellings
  it('rule 2: PUT accepts snake_case and camelCase names, every field, with the same outcome', async () => {
    const { tenant, ...bySnake } = await newOrganisation();
    const byCamel = await tenant.organisation();
    const { org_id, ...first } = bodyOf(await bySnake.put(SNAKE));
    const { org_id: other, ...second } = bodyOf(await byCamel.put(CAMEL));
    const about = { tenant_id: tenant.tenantId, _inherited: flags(false), scheduled: null };
    expect(first).toEqual({ ...about, ...CAMEL });
    expect(second).toEqual(first);
    expect([org_id, other]).toEqual([bySnake.orgId, byCamel.orgId]);
  });

  // spec: customer/put-policy, customer/policy-partial
  it('rule 3: PUT changes only the fields that its body holds', async () => {
    const organisation = await newOrganisation();
    const first = bodyOf(await organisation.put({ passwordMinLength: 12, mfa_policy: 'always' }));
    const second = bodyOf(await organisation.put({ sessionTimeoutMinutes: 30 }));
    expect(second).toEqual({
      ...first,
      sessionTimeoutMinutes: 30,
      _inherited: {
        ...flags(true),
        passwordMinLength: false,
        mfaPolicy: false,
        sessionTimeoutMinutes: false,
      },
    });
  });

  // spec: customer/policy-partial
  it.each([
    ['snake_case', SNAKE],
    ['camelCase', CAMEL],
  ])('rule 3: null in %s clears every override, and its flag becomes true', async (_, names) => {
    const organisation = await newOrganisation();
    const untouched = await organisation.policy();
    await organisation.put(CAMEL);
    const cleared = new Set<string>();
    for (const [at, name] of Object.keys(names).entries()) {
      cleared.add(FIELD_NAMES[at] ?? '');
      const { _inherited } = bodyOf(await organisation.put({ [name]: null }));
      const expected = FLAGGED_NAMES.map((field) => [field, cleared.has(field)]);
      expect(_inherited).toEqual(Object.fromEntries(expected));
    }
    expect(await organisation.policy()).toEqual(untouched);
  });

  // spec: customer/policy-validation, errors/policy-400
  it('rule 4: several violations are one 400 validation_error that names them all', async () => {
    const organisation = await newOrganisation();
    await organisation.tenant.configure({ mfa: { policy: 'always' } });
    const untouched = await organisation.policy();
    const answer = await organisation.put({
      mfa_policy: 'never',
      passwordMinLength: 7,
      session_timeout_minutes: 4,
      passwordHibpCheck: false,
      mfaEnforcement: 'required',
    });
    expect(outcome(answer)).toBe('400 validation_error policy_invalid');
    expect(
      problemOf(answer)
        .errors?.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['mfa_policy', 'passwordHibpCheck', 'passwordMinLength', 'session_timeout_minutes']);
    expect(await organisation.policy()).toEqual(untouched);
  });

  // spec: customer/delete-policy, customer/policy-reset
  it('rule 5: DELETE removes all overrides, and every flag is true', async () => {
    const organisation = await newOrganisation();
    const untouched = await organisation.policy();
    await organisation.put(CAMEL);
    const answer = await organisation.reset();
    expect([answer.status, bodyOf(answer)]).toEqual([200, untouched]);
    expect(await organisation.policy()).toEqual({ ...untouched, _inherited: flags(true) });
  });

  // spec: customer/policy-reset
  it('rule 5: except where overrides held in an older store remain', async () => {
    const organisation = await newOrganisation({ passwordMinLength: 14, mfa_policy: 'always' });
    await organisation.put(CAMEL);
    const policy = bodyOf(await organisation.reset());
    expect(policy).toMatchObject({ passwordMinLength: 14, mfaPolicy: 'always' });
    expect(policy['_inherited']).toEqual({
      ...flags(true),
      passwordMinLength: false,
      mfaPolicy: false,
    });
    expect(await organisation.policy()).toEqual(policy);
  });

  // spec: customer/policy-other-fields
  it('rule 6: the fields that it does not mention can be set as well', async () => {
    const organisation = await newOrganisation();
    const change = {
      preferredFactor: 'email',
      gracePeriodMs: 0,
      unenrolledUserAction: 'block',
      requirePhoneVerification: true,
      trustedDeviceDays: 0,
      passwordRequireSymbol: true,
    };
    expect(bodyOf(await organisation.put(change))).toMatchObject(change);
    expect(await organisation.policy()).toMatchObject(change);
  });

  describe('the errors of the specification', () => {
    // spec: customer/policy-delete-errors, errors/customer-404
    it.each(['GET', 'PUT', 'DELETE'])(
      '404 not_found, %s: the organisation does not exist',
      async (method) => {
        const tenant = await host.tenant();
        const { path } = organisationOf(tenant, 'org-nowhere');
        const body = method === 'PUT' ? { body: { passwordMinLength: 1 } } : {};
        const answer = await tenant.call({ method, path, ...body });
        expect(outcome(answer)).toBe('404 not_found organisation_not_found');
      },
    );
  });
}, ONE_SERVER);
