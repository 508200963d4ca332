import { beforeEach, describe, expect, it } from 'vitest';
import {
  eachField,
  FLAGGED_NAMES,
  initialOf,
} from '../../../test/specification/policy-field-rules.js';
import { jsonOf } from './worlds/account-world.js';
import { createCustomerWorld, policyOf, type CustomerWorld } from './worlds/customer-world.js';

let world: CustomerWorld;
beforeEach(async () => {
  world = await createCustomerWorld();
});

const get = (id = 'org_main') => world.call({ method: 'GET', path: policyOf(id) });
const put = (body: unknown, id = 'org_main') =>
  world.call({ method: 'PUT', path: policyOf(id), body });
const reset = (id = 'org_main') => world.call({ method: 'DELETE', path: policyOf(id) });

/** The defaults of the specification, but for what `acme` has changed. */
const INHERITED: Readonly<Record<string, unknown>> & { readonly _inherited: object } = {
  tenant_id: 'acme',
  org_id: 'org_main',
  ...eachField('name', initialOf),
  preferredFactor: 'webauthn',
  passwordMinLength: 10,
  passwordRequireNumber: true,
  passwordHibpCheck: false,
  passwordMaxAgeDays: 90,
  passwordDisallowReuse: 5,
  requirePhoneVerification: true,
  _inherited: Object.fromEntries(FLAGGED_NAMES.map((name) => [name, true])),
  scheduled: null,
};

describe('the assessment of a policy', () => {
  const assess = (query: string, id = 'org_main') =>
    world.call({ method: 'GET', path: `${policyOf(id)}/assessment`, query });

  it('has the gaps to the template, and none that was closed', async () => {
    const gapsOf = async () => jsonOf(await assess('template=pci_dss_4')).data[0].gaps;
    const length = {
      ...{ field: 'passwordMinLength', found: 10, needed: { at_least: 12 } },
      source: 'PCI DSS 4.0.1, 8.3.6',
    };
    expect(await gapsOf()).toContainEqual(length);
    await put({ passwordMinLength: 12 });
    const gaps = await gapsOf();
    expect(gaps.length).toBeGreaterThan(0);
    expect(gaps).not.toContainEqual({ ...length, found: 12 });
    expect(gaps).not.toContainEqual(length);
  });

  it('is of every template where none is named', async () => {
    const { data } = jsonOf(await assess('')) as { data: readonly { template: string }[] };
    expect(data.map(({ template }) => template)).toEqual(['nist_800_63b_4', 'pci_dss_4', 'hipaa']);
  });

  it.each([
    ['an unknown organisation', 'template=hipaa', 'org_none', [404, 'organisation_not_found']],
    ['an unknown template', 'template=iso_27001', 'org_main', [400, 'query_invalid']],
    ['a name that every object has', 'template=constructor', 'org_main', [400, 'query_invalid']],
  ])('is refused for %s', async (_, query, id, expected) => {
    const response = await assess(query, id);
    expect([response.status, jsonOf(response).reason]).toEqual(expected);
  });
});

describe('a change on a date', () => {
  const DATE = '2026-01-08T00:00:00.000Z';
  const scheduled = { effective_from: DATE, changes: { mfaEnforcement: 'required' } };
  const plan = () =>
    put({ mfa_enforcement: 'required', effective_from: '2026-01-08T01:00:00+01:00' });

  it('is shown by each answer until it holds, and may be sent back', async () => {
    expect(jsonOf(await plan())).toEqual({ ...INHERITED, scheduled });
    const shown = jsonOf(await get());
    expect(shown).toEqual({ ...INHERITED, scheduled });
    expect(jsonOf(await put(shown))).toEqual(shown);
    world.clock.advance(Date.parse(DATE) - world.clock.now().getTime());
    const held = { mfaEnforcement: 'required', scheduled: null };
    expect(jsonOf(await get())).toMatchObject(held);
  });

  it('is withdrawn by null', async () => {
    await plan();
    expect(jsonOf(await put({ scheduled: null }))).toEqual(INHERITED);
  });

  it('is withdrawn when the policy is reset', async () => {
    await plan();
    expect(jsonOf(await reset())).toEqual(INHERITED);
  });

  it('names what is wrong with it', async () => {
    const response = await put({ effective_from: '2025-12-31T00:00:00Z', scheduled });
    expect(response.status).toBe(400);
    expect(jsonOf(response).errors.map(({ field, rule }: Violation) => [field, rule])).toEqual([
      ['effective_from', 'past'],
      ['scheduled', 'not_current'],
    ]);
    expect(jsonOf(await get())).toEqual(INHERITED);
  });
});

interface Violation {
  readonly field: string;
  readonly rule: string;
}

describe('the preview of a change', () => {
  const preview = (body: unknown, id = 'org_main') =>
    world.call({ method: 'POST', path: `${policyOf(id)}/preview`, body });

  it('has the policy as PUT would answer it, and what changes, and stores nothing', async () => {
    const body = { mfaEnforcement: 'required', session_timeout_minutes: 500 };
    const before = await get();
    const { data } = jsonOf(await preview(body));
    expect(await get()).toEqual(before);
    expect(data).toEqual({
      policy: jsonOf(await put(body)),
      changes: [
        { field: 'mfaEnforcement', from: 'optional', to: 'required', effect: 'stricter' },
        { field: 'sessionTimeoutMinutes', from: 480, to: 500, effect: 'weaker' },
      ],
      impact: null,
    });
  });

  it('says whom the change would concern, where the host lists the members', async () => {
    const session = { createdAt: world.clock.now(), lastSeenAt: world.clock.now() };
    world = await createCustomerWorld(
      {},
      {
        members: async () => ({
          members: [
            {
              ...{ identityId: 'ada', memberSince: new Date(0), requiredSince: new Date(0) },
              sessions: [session],
            },
            { identityId: 'bob', memberSince: new Date(0) },
          ],
          next: null,
        }),
      },
    );
    const stored = await world.stepward.identities.put('acme', {
      ...{ identityId: 'bob', state: 'active', locale: null, backupCodesRemaining: 0 },
      ...{ phone: null, otherFactors: ['totp'] },
    });
    expect(stored.isOk()).toBe(true);
    const body = {
      ...{ mfaEnforcement: 'required', mfaPolicy: 'always', unenrolledUserAction: 'block' },
      sessionIdleTimeoutMinutes: 5,
    };
    expect(jsonOf(await preview(body)).data.impact).toEqual({
      ...{ members: 2, asked_each_time: 1, must_enrol: 0, blocked: 1, sessions_shortened: 1 },
      ...{ sample: { must_enrol: [], blocked: ['ada'] }, complete: true },
    });
  });

  it('has the 400 of the change itself', async () => {
    const body = { passwordMinLength: 4, nonsense: true };
    const refused = await preview(body);
    expect(refused.status).toBe(400);
    expect(jsonOf(refused)).toEqual({ ...jsonOf(await put(body)) });
    expect(jsonOf(await preview({}, 'org_none')).reason).toBe('organisation_not_found');
  });

  it('is unavailable where the host cannot list the members', async () => {
    world = await createCustomerWorld({}, { members: async () => Promise.reject(new Error('x')) });
    const response = await preview({});
    expect([response.status, jsonOf(response).reason]).toEqual([503, 'members_unavailable']);
  });

  it('needs the scope to write, since it names people without a second factor', async () => {
    const token = await world.keyWith(['organisations:read', 'identities:read']);
    const path = `${policyOf('org_main')}/preview`;
    const response = await world.call({ method: 'POST', path, body: {}, token });
    expect(response.status).toBe(403);
  });
});

describe('the security policy of an organisation', () => {
  it('is all of the tenant at first, without a wrapper, its fields in the order of the specification', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual(INHERITED);
    expect(Object.keys(jsonOf(response))).toEqual(Object.keys(INHERITED));
  });

  it('answers privately, as JSON, with the id of the request', async () => {
    expect((await get()).headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': 'test-request',
    });
  });

  it('takes overrides in either spelling, and flags each', async () => {
    const response = await put({ password_min_length: 12, mfaPolicy: 'always' });
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({
      ...INHERITED,
      passwordMinLength: 12,
      mfaPolicy: 'always',
      _inherited: { ...INHERITED._inherited, passwordMinLength: false, mfaPolicy: false },
    });
    expect(await get()).toEqual(response);
  });

  it('changes only what a body holds', async () => {
    await put({ passwordMinLength: 12 });
    expect(jsonOf(await put({ mfa_policy: 'always' })).passwordMinLength).toBe(12);
  });

  it('stays as it is for an empty body, and nothing is logged', async () => {
    await put({ passwordMinLength: 12 });
    const before = await get();
    const logged = await loggedCount();
    expect(await put({})).toEqual(before);
    expect(await loggedCount()).toBe(logged);
  });

  it('goes back to the tenant where a field is null, and where all is removed', async () => {
    await put({ passwordMinLength: 12, mfaPolicy: 'always', sessionTimeoutMinutes: 30 });
    expect(jsonOf(await put({ passwordMinLength: null }))._inherited).toMatchObject({
      passwordMinLength: true,
      mfaPolicy: false,
    });
    const removed = await reset();
    expect(removed.status).toBe(200);
    expect(jsonOf(removed)).toEqual(INHERITED);
  });

  it('can be removed where nothing is stored', async () => {
    expect(jsonOf(await reset())).toEqual(INHERITED);
  });

  it('may be read, edited and sent back', async () => {
    const body = jsonOf(await get());
    const response = await put({ ...body, passwordMinLength: 12, tenant_id: 'globex' });
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toMatchObject({ ...INHERITED, passwordMinLength: 12, _inherited: {} });
  });

  it.each([
    ['the same value in both spellings', { passwordMinLength: 12, password_min_length: 12 }, 200],
    ['both values in both spellings', { passwordMinLength: 12, password_min_length: 13 }, 400],
  ])('answers a body with %s as it must', async (_, body, status) => {
    const response = await put(body);
    expect(response.status).toBe(status);
    if (status === 400) {
      expect(jsonOf(response).errors).toEqual([
        {
          field: 'passwordMinLength, password_min_length',
          rule: 'contradiction',
          limit: null,
          value: [12, 13],
        },
      ]);
    }
  });

  it('keeps both of two changes that come at once', async () => {
    const answers = await Promise.all([
      put({ passwordMinLength: 12 }),
      put({ sessionTimeoutMinutes: 30 }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(jsonOf(await get())).toMatchObject({ passwordMinLength: 12, sessionTimeoutMinutes: 30 });
  });

  it('answers HEAD like GET, without the body', async () => {
    const head = await world.call({ method: 'HEAD', path: policyOf('org_main') });
    expect(head).toEqual({ ...(await get()), body: null });
  });
});

describe('values of an older store', () => {
  it('show as overrides, in either spelling', async () => {
    expect(jsonOf(await get('org_legacy'))).toMatchObject({
      passwordMinLength: 14,
      mfaEnforcement: 'required',
      _inherited: { passwordMinLength: false, mfaEnforcement: false, mfaPolicy: true },
    });
  });

  it('rank below overrides, and show again once those are removed', async () => {
    expect(jsonOf(await put({ passwordMinLength: 12 }, 'org_legacy')).passwordMinLength).toBe(12);
    expect(jsonOf(await reset('org_legacy'))).toMatchObject({
      passwordMinLength: 14,
      _inherited: { passwordMinLength: false },
    });
  });

  it('are hidden by null', async () => {
    expect(jsonOf(await put({ password_min_length: null }, 'org_legacy'))).toMatchObject({
      passwordMinLength: 10,
      mfaEnforcement: 'required',
      _inherited: { passwordMinLength: true, mfaEnforcement: false },
    });
  });
});

describe('an organisation that the tenant does not have', () => {
  const methods = ['GET', 'PUT', 'DELETE'];

  it.each(methods)(
    'is 404 for %s, the same for an unknown one and for another tenant’s',
    async (method) => {
      const body = method === 'PUT' ? { body: { passwordMinLength: 12 } } : {};
      const unknown = await world.call({ method, path: policyOf('org_nowhere'), ...body });
      const foreign = await world.call({ method, path: policyOf('org_globex'), ...body });
      expect([unknown.status, jsonOf(unknown).code, jsonOf(unknown).reason]).toEqual([
        404,
        'not_found',
        'organisation_not_found',
      ]);
      expect(foreign).toEqual(unknown);
    },
  );

  it('is 404 even where the change would be refused', async () => {
    const response = await put({ passwordMinLength: 1 }, 'org_nowhere');
    expect(response.status).toBe(404);
  });
});

describe('the id in a path', () => {
  const status = async (id: string) => {
    const response = await get(id);
    return `${response.status} ${jsonOf(response).reason}`;
  };

  it.each([
    ['a broken escape', 'org%', '404 path_invalid'],
    ['an escape that is not UTF-8', '%ff', '404 path_invalid'],
    ['an escaped NUL', 'org%00', '404 path_invalid'],
    ['an escaped line break', 'org%0A', '404 path_invalid'],
    ['256 characters', 'a'.repeat(256), '404 path_invalid'],
    ['255 characters', 'a'.repeat(255), '404 organisation_not_found'],
    ['255 escaped characters', '%C3%A9'.repeat(255), '404 organisation_not_found'],
    ['dots', '..', '404 organisation_not_found'],
  ])('that is %s is %s', async (_, id, expected) => {
    expect(await status(id)).toBe(expected);
  });

  // standard: asvs/1.1.1
  it('is decoded once', async () => {
    await world.stepward.organisations.put('acme', 'a/b é%2F');
    const response = await get('a%2Fb%20%C3%A9%252F');
    expect(jsonOf(response).org_id).toBe('a/b é%2F');
  });

  it.each([
    '/v1/customer/organisations//security-policy',
    '/v1/customer/organisations/security-policy',
    '/v1/customer/organisations/a/b/security-policy',
    '/v1/customer/organisations/org_main/security-policy/',
  ])('is never empty nor two: %s is left to the host', async (path) => {
    await expect(world.call({ method: 'GET', path })).rejects.toThrow('no route');
  });
});

async function loggedCount(): Promise<number> {
  return jsonOf(await world.call({ method: 'GET', path: '/v1/customer/logs' })).data.length;
}
