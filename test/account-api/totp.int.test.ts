/** docs/totp.md over HTTP, on Postgres. */
import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { applicationFor } from '../internal-api/harness/application.js';
import { outcome, type Answer } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';
import { tally } from '../harness/tally.js';

const PATH = '/mfa/totp';

onEveryHost((host) => {
  const start = (ada: Person) => ada.call({ method: 'POST', path: PATH });
  const put = (ada: Person, code: unknown) =>
    ada.call({ method: 'PUT', path: PATH, body: { code } });
  const secretOf = (answer: Answer): string => JSON.parse(answer.text).data.secret;

  /** A person with an app; its next code was never used. */
  async function enrolled() {
    const ada = await host.person();
    const secret = secretOf(await start(ada));
    const answer = await put(ada, appCode(secret, host.clock.now()));
    expect(outcome(answer)).toBe('200');
    host.pass(1);
    return { ada, code: () => appCode(secret, host.clock.now()) };
  }

  it('an app is enrolled and removed, and the status names it', async () => {
    const ada = await host.person();
    const started = await start(ada);
    expect(started.status).toBe(201);
    const secret = secretOf(started);
    expect(JSON.parse(started.text)).toEqual({
      data: {
        status: 'pending',
        secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
        uri: `otpauth://totp/Acme:${ada.identityId}?secret=${secret}&issuer=Acme`,
      },
    });
    const status = (enabled: boolean) => ({
      data: { enabled, methods: enabled ? ['totp'] : [], backup_codes_remaining: 0 },
    });
    const verified = await put(ada, appCode(secret, host.clock.now()));
    expect(JSON.parse(verified.text)).toEqual(status(true));
    expect(JSON.parse((await ada.status()).text)).toEqual(status(true));
    const removed = await ada.call({ method: 'DELETE', path: PATH });
    expect(JSON.parse(removed.text)).toEqual(status(false));
  });

  it.each([
    ['a number', { code: 123_456 }, '422 validation_error code_malformed'],
    ['nothing', {}, '422 validation_error code_malformed'],
    ['a wrong code', { code: '000000' }, '422 validation_error code_mismatch'],
  ])('%s is refused', async (_, body, expected) => {
    const ada = await host.person();
    await start(ada);
    expect(outcome(await ada.call({ method: 'PUT', path: PATH, body }))).toBe(expected);
  });

  it('what is enrolled or missing is reported', async () => {
    const ada = await host.person();
    expect(outcome(await put(ada, '000000'))).toBe('404 not_found nothing_pending');
    const removal = await ada.call({ method: 'DELETE', path: PATH });
    expect(outcome(removal)).toBe('404 not_found not_enrolled');
  });

  it('apps are listed, named and removed one by one, and only by their owner', async () => {
    const { ada } = await enrolled();
    const bob = await enrolled();
    const named = await ada.call({ method: 'POST', path: PATH, body: { name: 'Work phone' } });
    await put(ada, appCode(secretOf(named), host.clock.now()));
    const list = async (person: Person) => {
      const answer = await person.call({ method: 'GET', path: '/mfa/authenticators' });
      return JSON.parse(answer.text).data;
    };
    const [first, second] = await list(ada);
    expect(second).toEqual({
      id: expect.any(String),
      factor: 'totp',
      name: 'Work phone',
      created_at: host.clock.now().toISOString(),
      last_used_at: null,
      suspended: false,
    });
    expect([first.name, (await list(bob.ada)).length]).toEqual([null, 1]);

    const one = (id: string) => `/mfa/authenticators/${id}`;
    const rename = (person: Person, name: unknown) =>
      person.call({ method: 'PATCH', path: one(first.id), body: { name } });
    const remove = (person: Person, id: string) => person.call({ method: 'DELETE', path: one(id) });
    const missing = '404 not_found authenticator_not_found';
    expect(outcome(await rename(bob.ada, 'Mine'))).toBe(missing);
    expect(outcome(await remove(bob.ada, first.id))).toBe(missing);
    expect(outcome(await rename(ada, 'a\u202Eb'))).toBe('422 validation_error name_malformed');
    const thief = ada.with({ acr: 'aal1' });
    for (const tried of [await rename(thief, 'Mine'), await remove(thief, first.id)]) {
      expect(outcome(tried)).toBe('401 unauthorized assurance_insufficient');
    }
    const renamed = JSON.parse((await rename(ada, 'Old phone')).text);
    expect(renamed).toEqual({ data: { ...first, name: 'Old phone' } });
    const removed = JSON.parse((await remove(ada, second.id)).text);
    expect(removed.data.methods).toEqual(['totp']);
    expect(await list(ada)).toEqual([renamed.data]);
  });

  it('a stolen session at aal1 can neither add, nor remove, nor replace a factor', async () => {
    const { ada, code } = await enrolled();
    const thief = ada.with({ acr: 'aal1' });
    const tries = [
      () => start(thief),
      () => put(thief, code()),
      () => thief.call({ method: 'DELETE', path: PATH }),
      () => thief.start(),
      () => thief.verify('000000'),
      () => thief.putPhone({ phone_number: '+14155559999' }),
    ];
    for (const attempt of tries) {
      expect(outcome(await attempt())).toBe('401 unauthorized assurance_insufficient');
    }
  });

  describe('the step-up of a session', () => {
    const verify = (ada: Person, change: object) =>
      applicationFor(host, ada).call({
        operation: 'verify',
        factor: 'totp',
        tenantId: ada.tenantId,
        body: { identity_id: ada.identityId, session_id: 'a session', ...change },
      });

    it('takes the code that the app shows', async () => {
      const { ada, code } = await enrolled();
      const verified = await verify(ada, { code: code() });
      expect([verified.status, JSON.parse(verified.text)]).toEqual([200, { verified: true }]);
    });

    it('takes a code once of 50 parallel tries, and each of the others counts', async () => {
      const { ada, code } = await enrolled();
      const right = code();
      const tries = Array.from({ length: 50 }, () => verify(ada, { code: right }));
      expect(tally(await Promise.all(tries))).toEqual({
        '200': 1,
        '422 validation_error code_mismatch': 10,
        '422 validation_error attempts_exhausted': 39,
      });
    });

    it.each([
      [
        'a body without its identity',
        { identity_id: undefined },
        '400 validation_error identity_missing',
      ],
      ['an unknown identity', { identity_id: 'nobody' }, '404 not_found identity_not_found'],
      [
        'an unknown organisation',
        { organisation_id: 'none' },
        '404 not_found organisation_not_found',
      ],
      ['a malformed code', { code: '12345' }, '422 validation_error code_malformed'],
    ])('refuses %s', async (_, change, expected) => {
      const { ada, code } = await enrolled();
      expect(outcome(await verify(ada, { code: code(), ...change }))).toBe(expected);
    });

    it('refuses a person without an app, and a tenant that does not allow it', async () => {
      const without = await host.person();
      expect(outcome(await verify(without, { code: '000000' }))).toBe(
        '409 conflict factor_not_enrolled',
      );
      const tenantId = await host.tenant({ mfa: { allowedFactors: ['sms'] } });
      const bob = await host.person({ tenantId });
      expect(outcome(await start(bob))).toBe('503 service_unavailable factor_not_allowed');
      expect(outcome(await verify(bob, { code: '000000' }))).toBe(
        '503 service_unavailable factor_not_allowed',
      );
    });

    it.each([
      ['totp', '409 conflict nothing_to_send'],
      ['pigeon', '404 not_found factor_unknown'],
    ])('sends nothing for %s', async (factor, expected) => {
      const ada = await host.person();
      const body = { identity_id: ada.identityId, session_id: 'a session' };
      const { tenantId } = ada;
      const call = { operation: 'challenge', factor, tenantId, body } as const;
      expect(outcome(await applicationFor(host, ada).call(call))).toBe(expected);
    });
  });
}, ONE_SERVER);
