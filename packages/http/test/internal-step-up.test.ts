import { systemCaller, type Identity } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  type AccountWorld,
} from './worlds/account-world.js';

const SECRET = 'a-service-secret-of-the-unit-tests-0123456789';
const CALLER = { tenantId: 'acme', identityId: 'ada', assurance: null };
const MANAGER = systemCaller('acme');

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld({ serviceSecrets: [SECRET] });
  await world.stepward.organisations.put('acme', 'org_main');
});

async function post(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await world.call({
    method: 'POST',
    path: `/v1/internal/${path}`,
    token: null,
    headers: { 'x-internal-service-secret': [SECRET], 'x-tenant-id': ['acme'] },
    body,
  });
  return { status: response.status, body: jsonOf(response) };
}

async function enrol(): Promise<void> {
  (await world.stepward.enrolments.start(CALLER))._unsafeUnwrap();
  const code = world.sms.lastCode(ADA_PHONE);
  (await world.stepward.enrolments.verify(CALLER, code))._unsafeUnwrap();
}

async function become(change: Partial<Identity>): Promise<void> {
  const ada = await world.stepward.identities.find('acme', 'ada');
  if (ada === null) throw new Error('ada is there');
  (await world.stepward.identities.put('acme', { ...ada, ...change }))._unsafeUnwrap();
}

async function forbidSms(): Promise<void> {
  const change = { allowedFactors: ['totp'] };
  (await world.stepward.policies.update(MANAGER, 'org_main', change))._unsafeUnwrap();
}

it('a suspended factor is 422, whether a code is asked for or typed in', async () => {
  world = await createAccountWorld({ serviceSecrets: [SECRET] }, { limits: { guessesInARow: 1 } });
  await enrol();
  const session = { identity_id: 'ada', session_id: 's' };
  expect(await post('mfa/sms/challenge', session)).toMatchObject({ status: 200 });
  const typed = () => post('mfa/sms/verify', { session_id: 's', code: '000000' });
  expect(await typed()).toMatchObject({ status: 422, body: { reason: 'code_mismatch' } });
  const suspended = { status: 422, body: { reason: 'factor_suspended' } };
  expect(await typed()).toMatchObject(suspended);
  world.clock.advance(60_000);
  expect(await post('mfa/sms/challenge', session)).toMatchObject(suspended);
});

it("entries have the person's client, as the body names it", async () => {
  await enrol();
  const client = { client_address: '192.0.2.77', user_agent: 'Firefox/140' };
  const session = { identity_id: 'ada', session_id: 's' };
  expect(await post('mfa/sms/challenge', { ...session, ...client })).toMatchObject({ status: 200 });
  const code = world.sms.lastCode(ADA_PHONE);
  await post('mfa/sms/verify', { session_id: 's', code: '000000' });
  await post('mfa/sms/verify', { session_id: 's', code, ...client });
  const { items } = await world.stepward.authenticationLog.list('acme', {}, { limit: 100 });
  const known = { address: '192.0.2.0/24', userAgent: 'Firefox/140' };
  const step = items.filter(({ sessionId }) => sessionId === 's');
  expect(step.map(({ type, client: found }) => [type, found])).toEqual(
    expect.arrayContaining([
      ['factor.verified', known],
      ['factor.refused', null],
      ['factor.challenged', known],
    ]),
  );
});

describe('a challenge for an organisation', () => {
  const challenge = (more: object) =>
    post('mfa/sms/challenge', { identity_id: 'ada', session_id: 's', ...more });

  it("is 429 once the tenant's budget of the day is spent, and nothing is sent", async () => {
    await enrol();
    const settings = { sms: { dailyBudget: 0 } };
    expect((await world.stepward.tenants.configure(MANAGER, settings)).isOk()).toBe(true);
    const sent = world.sms.attempts;
    expect(await challenge({})).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', reason: 'tenant_send_budget_spent' },
    });
    expect(world.sms.attempts).toBe(sent);
  });

  it("is 429 where the messages of the person's client are not typed in", async () => {
    const fraudLimits = { addressPerHour: 2 };
    world = await createAccountWorld({ serviceSecrets: [SECRET] }, { fraudLimits });
    await enrol();
    const monitored = { country: 'monitor', prefix: 'monitor', network: 'monitor' };
    const sms = { fraud_guard: { ...monitored, address: 'enforce' } };
    expect((await world.stepward.tenants.configure(MANAGER, { sms })).isOk()).toBe(true);
    for (let count = 0; count < 2; count += 1) {
      world.clock.advance(240_000);
      const client_address = '2001:db8::1';
      expect(await challenge({ session_id: `s${String(count)}`, client_address })).toMatchObject({
        status: 200,
      });
    }
    world.clock.advance(240_000);
    for (const client_address of ['2001:db8::ffff', '[2001:db8::1]:4711']) {
      expect(await challenge({ client_address })).toMatchObject({
        status: 429,
        body: { code: 'rate_limited', reason: 'fraud_guard' },
      });
    }
    for (const client_address of ['nowhere', '', '192.0.2.1:port', ' 192.0.2.1']) {
      expect(await challenge({ client_address })).toMatchObject({
        status: 400,
        body: { errors: [expect.objectContaining({ field: 'client_address' })] },
      });
    }
    expect(await challenge({ client_address: null })).toMatchObject({ status: 200 });
  });

  it('that does not allow SMS is 503, and nothing is sent', async () => {
    await enrol();
    await forbidSms();
    const sent = world.sms.attempts;
    expect(await challenge({ organisation_id: 'org_main' })).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable', reason: 'factor_not_allowed' },
    });
    expect(world.sms.attempts).toBe(sent);
  });

  it('is sent if the organisation allows SMS, or if no organisation is named', async () => {
    await enrol();
    expect((await challenge({ organisation_id: 'org_main' })).status).toBe(200);
    world.clock.advance(60_000);
    await forbidSms();
    for (const none of [{}, { organisation_id: null }]) {
      expect((await challenge(none)).status).toBe(200);
      world.clock.advance(60_000);
    }
  });

  it('that the tenant does not have is 404', async () => {
    await enrol();
    expect(await challenge({ organisation_id: 'org_other' })).toMatchObject({
      status: 404,
      body: { code: 'not_found', reason: 'organisation_not_found' },
    });
  });
});

describe('the decision over HTTP', () => {
  const AAL1 = { assurance: 'aal1' };
  const DEMAND = { required_assurance: 'aal2' };

  const decide = (more: object, identity_id = 'ada') =>
    post('step-up/decide', { identity_id, session: AAL1, consent: {}, ...more });

  it.each<[string, object, object]>([
    ['nothing without a consent', { consent: null }, { decision: 'nothing' }],
    [
      'nothing at aal2',
      { session: { assurance: 'aal2' }, consent: DEMAND },
      { decision: 'nothing' },
    ],
    [
      'a challenge with the page for SMS',
      { consent: DEMAND },
      { decision: 'challenge', factor: 'sms', page: '/sms-verify' },
    ],
    ['nothing at a low risk', { risk: 'low' }, { decision: 'nothing' }],
  ])('is %s', async (_, more, body) => {
    await enrol();
    expect(await decide(more)).toEqual({ status: 200, body });
  });

  it('has no page with the factors that the host asks for itself', async () => {
    await become({ otherFactors: ['totp'] });
    const body = { decision: 'challenge', factor: 'totp' };
    expect(await decide({ consent: DEMAND })).toEqual({ status: 200, body });
  });

  it("goes by the policy of the consent's organisation, else of the session's", async () => {
    await enrol();
    await become({ otherFactors: ['totp'] });
    await world.stepward.organisations.put('acme', 'org_sms');
    const sms = { preferredFactor: 'sms' };
    (await world.stepward.policies.update(MANAGER, 'org_sms', sms))._unsafeUnwrap();
    const factorOf = async (session: string, consent: string | null) => {
      const { body } = await decide({
        session: { ...AAL1, organisation_id: session },
        consent: { ...DEMAND, organisation_id: consent },
      });
      return (body as { factor: string }).factor;
    };
    expect(await factorOf('org_main', 'org_sms')).toBe('sms');
    expect(await factorOf('org_sms', null)).toBe('sms');
    expect(await factorOf('org_sms', 'org_main')).toBe('totp');
  });

  describe('when a factor is required and none is enrolled', () => {
    beforeEach(async () => {
      const policy = {
        mfaEnforcement: 'required',
        gracePeriodMs: 86_400_000,
        unenrolledUserAction: 'force_enrollment',
      };
      const tenant = { mfa: { gracePeriodMs: 86_400_000 } };
      (await world.stepward.tenants.configure(MANAGER, tenant))._unsafeUnwrap();
      (await world.stepward.policies.update(MANAGER, 'org_main', policy))._unsafeUnwrap();
    });

    const decideFor = (more: object) =>
      decide({ session: { ...AAL1, organisation_id: 'org_main' }, ...more });

    const skippable = (isSkippable: boolean) => ({
      status: 200,
      body: { decision: 'enrol', skippable: isSkippable },
    });

    it.each([[{}], [{ member_since: null }]])(
      'is an enrolment that may be skipped until the grace period after the first decision ends, with %j',
      async (more) => {
        expect(await decideFor(more)).toEqual(skippable(true));
        world.clock.advance(86_399_999);
        expect(await decideFor(more)).toEqual(skippable(true));
        world.clock.advance(1);
        expect(await decideFor(more)).toEqual(skippable(false));
      },
    );

    it('may be skipped again by a person who joins again after 90 days', async () => {
      await decideFor({});
      world.clock.advance(91 * 86_400_000);
      const member_since = world.clock.now().toISOString();
      expect(await decideFor({ member_since })).toEqual(skippable(true));
      expect(await decideFor({})).toEqual(skippable(true));
    });

    it('is a denial where the policy blocks', async () => {
      const block = { unenrolledUserAction: 'block' };
      (
        await world.stepward.policies.update(MANAGER, 'org_main', { ...block, gracePeriodMs: 0 })
      )._unsafeUnwrap();
      expect(await decideFor({})).toEqual({ status: 200, body: { decision: 'deny' } });
    });
  });

  it.each<[string, object, string, number, string]>([
    ['an unknown identity', {}, 'nobody', 404, 'identity_not_found'],
    ['a suspended identity', {}, 'sam', 403, 'identity_suspended'],
    [
      'an unknown organisation of the session',
      { session: { ...AAL1, organisation_id: 'org_x' } },
      'ada',
      404,
      'organisation_not_found',
    ],
    [
      'an unknown organisation of the consent',
      { consent: { organisation_id: 'org_x' } },
      'ada',
      404,
      'organisation_not_found',
    ],
  ])('of %s is refused', async (_, more, identityId, status, reason) => {
    expect(await decide(more, identityId)).toMatchObject({ status, body: { reason } });
  });

  it.each<[string, object]>([
    ['identity_id', { identity_id: undefined }],
    ['identity_id', { identity_id: 7 }],
    ['session', { session: undefined }],
    ['session.assurance', { session: {} }],
    ['session.assurance', { session: { assurance: 'aal3' } }],
    ['session.organisation_id', { session: { ...AAL1, organisation_id: '' } }],
    ['consent', { consent: 'yes' }],
    ['consent.required_assurance', { consent: { required_assurance: 2 } }],
    ['consent.organisation_id', { consent: { organisation_id: ['org_main'] } }],
    ['member_since', { member_since: '2026-01-15' }],
    ['member_since', { member_since: 1_768_435_200 }],
    ['risk', { risk: 'medium' }],
  ])('is 400 for a wrong %s: %j', async (field, more) => {
    const { status, body } = await decide(more);
    expect(status).toBe(400);
    expect(body).toMatchObject({ reason: 'body_invalid', errors: [{ field }] });
  });

  it('needs the service secret', async () => {
    const response = await world.call({
      method: 'POST',
      path: '/v1/internal/step-up/decide',
      headers: { 'x-tenant-id': ['acme'] },
      body: { identity_id: 'ada', session: AAL1 },
    });
    expect([response.status, jsonOf(response).reason]).toEqual([401, 'service_secret_invalid']);
  });
});

describe('a code that is missing, no text or not six digits', () => {
  it.each<[string, object]>([
    ['missing', {}],
    ['null', { code: null }],
    ['a JSON number', { code: 123456 }],
    ['a list', { code: ['123456'] }],
    ['five digits', { code: '12345' }],
    ['empty', { code: '' }],
  ])('is 422 code_malformed on every operation that takes one: %s', async (_, code) => {
    const phone_number = '+14155550199';
    const account = (path: string, body: object) =>
      world.call({ method: 'PUT', path: `/v1/account/${path}`, token: 'bob-token', body });
    await enrol();
    await post('mfa/sms/challenge', { identity_id: 'ada', session_id: 's' });
    const verified = await post('mfa/sms/verify', { session_id: 's', ...code });
    expect(verified).toMatchObject({ status: 422, body: { reason: 'code_malformed' } });

    await account('phone', { phone_number });
    const proof = { phone_number, ...code };
    const put = await account('phone', proof);
    // Without the key, a code is asked for.
    const expected = 'code' in proof ? [422, 'code_malformed'] : [429, 'send_cooling_down'];
    expect([put.status, jsonOf(put).reason]).toEqual(expected);

    const number = world.sms.lastCode(phone_number);
    await account('phone', { phone_number, code: number });
    await world.call({ method: 'POST', path: '/v1/account/mfa/sms', token: 'bob-token' });
    const enrolled = await account('mfa/sms', code);
    expect([enrolled.status, jsonOf(enrolled).reason]).toEqual([422, 'code_malformed']);
  });
});
