/** Attacks on the factors beyond SMS, over HTTP. */
import { appCode } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { tally } from '../harness/tally.js';
import { applicationFor } from '../internal-api/harness/application.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

const MISMATCH = '422 validation_error code_mismatch';
const UNKNOWN = '404 not_found identity_not_found';

onEveryHost((host) => {
  async function withApp(options: Parameters<typeof host.person>[0] = {}) {
    const ada = await host.person(options);
    const started = await ada.call({ method: 'POST', path: '/mfa/totp' });
    const { secret } = JSON.parse(started.text).data as { readonly secret: string };
    const code = () => appCode(secret, host.clock.now());
    const put = () => ada.call({ method: 'PUT', path: '/mfa/totp', body: { code: code() } });
    return { ada, secret, code, put };
  }

  async function enrolled(options: Parameters<typeof host.person>[0] = {}) {
    const pending = await withApp(options);
    expect(outcome(await pending.put())).toBe('200');
    host.pass(1);
    return pending;
  }

  const generate = async (ada: Person): Promise<readonly string[]> =>
    JSON.parse((await ada.call({ method: 'POST', path: '/mfa/recovery-codes' })).text).data.codes;

  const prove = (ada: Person, factor: string, code: unknown, change: object = {}) =>
    applicationFor(host, ada).call({
      operation: 'verify',
      factor,
      tenantId: ada.tenantId,
      body: { identity_id: ada.identityId, session_id: `of ${ada.identityId}`, code, ...change },
    });

  it.each([
    ['__proto__', '404 not_found factor_unknown'],
    ['constructor', '404 not_found factor_unknown'],
    ['TOTP', '404 not_found factor_unknown'],
    ['recovery-codes', '404 not_found factor_unknown'],
    ['security-key', '404 not_found factor_unknown'],
    ['totp%20', '404 not_found factor_unknown'],
    ['sms%2F..%2Ftotp', '404 not_found factor_unknown'],
    ['%00', '404 not_found path_invalid'],
    ['%FF', '404 not_found path_invalid'],
    ['t'.repeat(256), '404 not_found path_invalid'],
  ])('a factor of the name %s is unknown', async (factor, expected) => {
    const { ada, code } = await enrolled();
    expect(outcome(await prove(ada, factor, code()))).toBe(expected);
  });

  it('a code proves only its owner, and no other person of this or another tenant', async () => {
    const { ada, code } = await enrolled();
    const [bob, { ada: eve }] = [await host.person(), await enrolled({ tenantId: ada.tenantId })];
    const ofAda = { identity_id: ada.identityId };
    expect(outcome(await prove(bob, 'totp', code(), ofAda))).toBe(UNKNOWN);
    expect(outcome(await prove(eve, 'totp', code()))).toBe(MISMATCH);
    const [recovery] = await generate(ada);
    await generate(eve);
    expect(outcome(await prove(bob, 'recovery_code', recovery, ofAda))).toBe(UNKNOWN);
    expect(outcome(await prove(eve, 'recovery_code', recovery))).toBe(MISMATCH);
    expect(outcome(await prove(ada, 'totp', code()))).toBe('200');
    expect(outcome(await prove(ada, 'recovery_code', recovery))).toBe('200');
  });

  it('a code for a session that was challenged for another person proves nothing', async () => {
    const ada = await host.person();
    await ada.enrol();
    host.pass(1);
    const session = applicationFor(host, ada);
    await session.challenge();
    const body = { session_id: session.sessionId, code: ada.code(), identity_id: 'mallory' };
    const { tenantId } = ada;
    expect(outcome(await session.call({ operation: 'verify', tenantId, body }))).toBe(
      '404 not_found nothing_pending',
    );
    expect(outcome(await session.verify(ada.code()))).toBe('200');
  });

  it('the code that enrolled an app proves no session, in whichever order', async () => {
    const { ada, code, put } = await withApp();
    expect(outcome(await prove(ada, 'totp', code()))).toBe('409 conflict factor_not_enrolled');
    expect(outcome(await put())).toBe('200');
    expect(outcome(await prove(ada, 'totp', code()))).toBe(MISMATCH);
  });

  it('a code that was used is good neither where the clock goes back nor in another session', async () => {
    const { ada, code } = await enrolled();
    const used = code();
    expect(outcome(await prove(ada, 'totp', used))).toBe('200');
    expect(outcome(await prove(ada, 'totp', used, { session_id: 'another' }))).toBe(MISMATCH);
    host.pass(-1);
    expect(outcome(await prove(ada, 'totp', code()))).toBe(MISMATCH);
    host.pass(2);
    expect(outcome(await prove(ada, 'totp', code()))).toBe('200');
  });

  it('an app that was removed and enrolled again does not take codes of the one before', async () => {
    const { ada, code } = await enrolled();
    await ada.call({ method: 'DELETE', path: '/mfa/totp' });
    const again = await ada.call({ method: 'POST', path: '/mfa/totp' });
    const { secret } = JSON.parse(again.text).data as { readonly secret: string };
    const now = appCode(secret, host.clock.now());
    await ada.call({ method: 'PUT', path: '/mfa/totp', body: { code: now } });
    host.pass(1);
    expect(outcome(await prove(ada, 'totp', code()))).toBe(MISMATCH);
  });

  it('of nine sets of recovery codes that are made at once, one is good', async () => {
    const { ada } = await enrolled();
    // The app has taken one of the ten starts.
    const sets = await Promise.all(Array.from({ length: 9 }, () => generate(ada)));
    const answers = await Promise.all(
      sets.map((codes) => prove(ada, 'recovery_code', codes[0], { session_id: String(codes[0]) })),
    );
    expect(tally(answers)).toEqual({ '200': 1, [MISMATCH]: 8 });
  });

  it('recovery codes are gone with the last factor, and do not come back with another', async () => {
    const { ada } = await enrolled();
    const [code] = await generate(ada);
    await ada.call({ method: 'DELETE', path: '/mfa/totp' });
    expect(outcome(await prove(ada, 'recovery_code', code))).toBe(
      '409 conflict factor_not_enrolled',
    );
    await ada.enrol();
    expect(outcome(await prove(ada, 'recovery_code', code))).toBe(
      '409 conflict factor_not_enrolled',
    );
  });

  it('a suspended person proves nothing, and loses nothing', async () => {
    const { ada, code } = await enrolled();
    const [recovery] = await generate(ada);
    await ada.become({ state: 'suspended' });
    for (const [factor, answer] of [
      ['totp', code()],
      ['recovery_code', recovery],
    ] as const) {
      expect(outcome(await prove(ada, factor, answer))).toBe('403 forbidden identity_suspended');
    }
    await ada.become({ state: 'active' });
    expect(outcome(await prove(ada, 'totp', code()))).toBe('200');
    expect(outcome(await prove(ada, 'recovery_code', recovery))).toBe('200');
  });

  describe('a thief with a session at aal1', () => {
    it('can spend no guess of a person who has a factor', async () => {
      const { ada, code } = await enrolled();
      const thief = ada.with({ acr: 'aal1' });
      for (let n = 0; n < 12; n += 1) {
        await thief.call({ method: 'PUT', path: '/mfa/totp', body: { code: '000000' } });
        await thief.verify('000000');
        await thief.putPhone({ phone_number: ada.phone, code: '000000' });
      }
      expect(outcome(await prove(ada, 'totp', code()))).toBe('200');
    });

    it('is shown neither codes nor a secret by a key that was used at aal2', async () => {
      const { ada } = await enrolled();
      const headers = { 'idempotency-key': 'known' };
      const make = (person: Person) =>
        person.call({ method: 'POST', path: '/mfa/recovery-codes', headers });
      const owner = ada.with({ acr: 'aal2' });
      expect((await make(owner)).status).toBe(201);
      expect(outcome(await make(ada.with({ acr: 'aal1' })))).toBe(
        '401 unauthorized assurance_insufficient',
      );
    });
  });
}, ONE_SERVER);
