import { systemCaller } from '@stepward/core';
import { appCode } from '@stepward/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  type AccountWorld,
} from './worlds/account-world.js';

const MFA = '/v1/account/mfa';
const SMS = '/v1/account/mfa/sms';
const MINUTE = 60_000;

let world: AccountWorld;
beforeEach(async () => {
  world = await createAccountWorld();
});

const start = (token = 'ada-token') => world.call({ method: 'POST', path: SMS, token });
const verify = (code: unknown, token = 'ada-token') =>
  world.call({ method: 'PUT', path: SMS, token, body: { code } });
const remove = (token = 'ada-token') => world.call({ method: 'DELETE', path: SMS, token });
const status = () => world.call({ method: 'GET', path: MFA });

async function enrol(): Promise<void> {
  await start();
  await verify(world.sms.lastCode(ADA_PHONE));
}

async function enrolApp(): Promise<void> {
  const path = '/v1/account/mfa/totp';
  const { data } = jsonOf(await world.call({ method: 'POST', path }));
  const body = { code: appCode(data.secret, world.clock.now()) };
  await world.call({ method: 'PUT', path, body });
}

it('an authenticator app is started as often as the hour allows, then 429', async () => {
  world = await createAccountWorld({}, { limits: { startsPerHour: 1 } });
  const begin = () => world.call({ method: 'POST', path: '/v1/account/mfa/totp' });
  expect((await begin()).status).toBe(201);
  const refused = await begin();
  expect([refused.status, jsonOf(refused).reason]).toEqual([429, 'start_budget_spent']);
  expect(refused.headers['retry-after']).toBe('3600');
});

it('recovery codes are made as often as the hour allows, then 429', async () => {
  world = await createAccountWorld({}, { limits: { startsPerHour: 1 } });
  await enrol();
  const make = () => world.call({ method: 'POST', path: '/v1/account/mfa/recovery-codes' });
  expect((await make()).status).toBe(201);
  const refused = await make();
  expect([refused.status, jsonOf(refused).reason]).toEqual([429, 'start_budget_spent']);
  expect(refused.headers['retry-after']).toBe('3600');
});

describe('the SMS enrolment over HTTP', () => {
  // spec: endpoints/json
  it('starts with 201, the masked number and one message', async () => {
    const response = await start();
    expect(response.status).toBe(201);
    expect(jsonOf(response)).toEqual({
      data: { status: 'pending', phone_number_masked: '+14*****0101' },
    });
    expect(world.sms.sent).toHaveLength(1);
  });

  // spec: endpoints/json
  it('ends with 200 and the MFA status', async () => {
    await start();
    const response = await verify(world.sms.lastCode(ADA_PHONE));
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({
      data: { enabled: true, methods: ['sms'], backup_codes_remaining: 0 },
    });
  });

  it.each(['sms', 'totp'] as const)(
    'keeps %s with 409 where it is the last factor',
    async (kept) => {
      world = await createAccountWorld({}, { keepLastFactor: true });
      const changed = await world.stepward.tenants.configure(systemCaller('acme'), {
        mfa: { enforcement: 'required' },
      });
      expect(changed.isOk()).toBe(true);
      await (kept === 'sms' ? enrol() : enrolApp());
      const path = `/v1/account/mfa/${kept}`;
      const response = await world.call({ method: 'DELETE', path });
      expect([response.status, jsonOf(response).reason]).toEqual([409, 'last_factor']);
    },
  );

  it('is removed with 200, and the phone stays', async () => {
    await enrol();
    const response = await remove();
    expect(response.status).toBe(200);
    expect(jsonOf(response)).toEqual({
      data: { enabled: false, methods: [], backup_codes_remaining: 0 },
    });
    const ada = await world.stepward.identities.find('acme', 'ada');
    expect(ada?.phone).toEqual({ number: ADA_PHONE, verified: true });
  });

  it('shows in the status', async () => {
    expect(jsonOf(await status()).data.enabled).toBe(false);
    await enrol();
    expect(jsonOf(await status())).toEqual({
      data: { enabled: true, methods: ['sms'], backup_codes_remaining: 0 },
    });
  });

  // spec: endpoints/json
  // standard: asvs/3.2.1, asvs/3.4.4, asvs/3.4.6, asvs/4.1.1, asvs/14.2.2, asvs/14.3.2
  it('answers privately, as JSON, with the id of the request', async () => {
    expect((await status()).headers).toEqual({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': 'test-request',
    });
  });
});

describe('the SMS enrolment over HTTP refuses', () => {
  const cases: readonly [string, () => Promise<{ status: number; body: string | null }>, string][] =
    [
      ['a code where nothing is pending', () => verify('000000'), '404 nothing_pending'],
      [
        'a malformed code with 404 where nothing is pending',
        () => verify(123456),
        '404 nothing_pending',
      ],
      ['removal where nothing is enrolled', () => remove(), '404 not_enrolled'],
      ['a start without a phone', () => start('bob-token'), '422 phone_not_verified'],
      ['a start in a tenant without SMS', () => start('gus-token'), '503 sms_disabled'],
      ['a suspended identity', () => start('sam-token'), '403 identity_suspended'],
      ['an unknown identity', () => start('nobody-token'), '401 identity_unknown'],
      ['a start while enrolled', () => enrol().then(() => start()), '409 already_enrolled'],
      ['a code while enrolled', () => enrol().then(() => verify('000000')), '409 already_enrolled'],
      [
        'a malformed code with 409 while enrolled',
        () => enrol().then(() => verify('x')),
        '409 already_enrolled',
      ],
      [
        'removal by a session at aal1',
        () => enrol().then(() => remove('ada-aal1-token')),
        '401 assurance_insufficient',
      ],
      [
        'a code after 15 minutes',
        () =>
          start().then(() => {
            world.clock.advance(15 * MINUTE);
            return verify(world.sms.lastCode(ADA_PHONE));
          }),
        '422 code_expired',
      ],
      [
        'a second start within a minute',
        () => start().then(() => start()),
        '429 send_cooling_down',
      ],
    ];

  it.each(cases)('%s', async (_, act, expected) => {
    const response = await act();
    expect(`${response.status} ${JSON.parse(response.body!).reason}`).toBe(expected);
  });

  it('the fifth wrong code and every later one, with 422', async () => {
    await start();
    const right = world.sms.lastCode(ADA_PHONE);
    const wrong = right === '000000' ? '000001' : '000000';
    const reasons: unknown[] = [];
    for (const code of [wrong, wrong, wrong, wrong, wrong, right]) {
      reasons.push(jsonOf(await verify(code)).reason);
    }
    expect(reasons.slice(0, 4)).toEqual(Array(4).fill('code_mismatch'));
    expect(reasons.slice(4)).toEqual(['attempts_exhausted', 'attempts_exhausted']);
  });

  it('malformed codes without spending an attempt', async () => {
    await start();
    const right = world.sms.lastCode(ADA_PHONE);
    const malformed = [
      Number(right),
      '１２３４５６',
      '٠١٢٣٤٥',
      '12345',
      '1234567',
      ' 12345',
      null,
      [right],
    ];
    for (const code of [...malformed, undefined]) {
      const response = await verify(code);
      expect([response.status, jsonOf(response).reason]).toEqual([422, 'code_malformed']);
    }
    expect((await verify(right)).status).toBe(200);
  });

  it('a second start with the seconds to wait, rounded up', async () => {
    await start();
    world.clock.advance(500);
    expect((await start()).headers['retry-after']).toBe('60');
  });

  it('a session at aal1 with the challenge of RFC 9470', async () => {
    await enrol();
    expect((await remove('ada-aal1-token')).headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", acr_values="aal2"',
    );
    expect((await remove('ada-aal2-token')).status).toBe(200);
  });
});

describe('when the SMS provider fails', () => {
  it.each(['throws', 'refused', 'unknown'] as const)(
    'and %s, the start is 503 and a later one works at once',
    async (behaviour) => {
      world.sms.behave(behaviour);
      const failed = await start();
      expect([failed.status, jsonOf(failed).reason]).toEqual([503, 'sms_not_sent']);
      expect(jsonOf(failed).code).toBe('service_unavailable');
      world.sms.behave('accepted');
      expect((await start()).status).toBe(201);
    },
  );

  it('and hangs, the start is 503 after the time limit and a later one works at once', async () => {
    world.sms.behave('hangs');
    const hanging = start();
    await expect.poll(() => world.sms.attempts).toBe(1);
    world.clock.advance(10_000);
    expect((await hanging).status).toBe(503);
    world.sms.behave('accepted');
    expect((await start()).status).toBe(201);
  });
});
