/** The limits and their headers over real sockets. */
import { MANAGEMENT_SCOPES, systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { onEveryLimitedHost } from './harness/limited-host.js';

const REFUSED = '429 rate_limited request_limit_exceeded';
const times = <T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => act(n)));

/** Limit, remaining and reset; null where a header is missing. */
function limitHeaders({ headers }: Pick<Answer, 'headers'>): readonly (string | null)[] {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`X-RateLimit-${name}`));
}

onEveryLimitedHost((host) => {
  describe('one person', () => {
    // spec: limits/request-rate
    it('gets exactly the limit of parallel requests through, and is told when to retry', async () => {
      const { person } = await host.serve({ limits: { account: { perCredential: 10 } } });
      const ada = await person();
      const answers = await times(40, () => ada.status());
      const served = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(
        served.map((answer) => Number(limitHeaders(answer)[1])).toSorted((a, b) => a - b),
      ).toEqual(Array.from({ length: 10 }, (_, n) => n));
      expect(refused.map(outcome)).toEqual(Array.from({ length: 30 }, () => REFUSED));
      for (const answer of refused) {
        const wait = Number(answer.headers.get('retry-after'));
        expect(wait > 0 && wait <= 60).toBe(true);
        expect(limitHeaders(answer)).toEqual(['10', '0', String(wait)]);
      }
    });

    it('does not spend what another person, or a tenant, has', async () => {
      const { person } = await host.serve({ limits: { account: { perCredential: 1 } } });
      const [ada, bob] = [await person(), await person()];
      const twin = ada.with({ tenantId: bob.tenantId });
      expect([outcome(await ada.status()), outcome(await ada.status())]).toEqual(['200', REFUSED]);
      expect(outcome(await bob.status())).toBe('200');
      expect(outcome(await twin.status())).toBe('401 unauthorized identity_unknown');
    });

    it('is the same at every operation, and in every spelling of its path', async () => {
      const { origin, person } = await host.serve({ limits: { customer: { perCredential: 2 } } });
      const { tenantId } = await person();
      const request = { name: 'test', scopes: MANAGEMENT_SCOPES };
      const made = await host.world.stepward.apiKeys.create(systemCaller(tenantId), request);
      const authorization = `Bearer ${made._unsafeUnwrap().secret.reveal()}`;
      const statuses = [];
      for (const path of [
        '/organisations/org_main/security-policy',
        '/organisations/org%5Fmain/security-policy',
        '/organisations/%6frg_main/security-policy?again=1',
        '/settings/sms',
      ]) {
        const url = `${origin}/v1/customer${path}`;
        statuses.push((await fetch(url, { headers: { authorization } })).status);
      }
      expect(statuses).toEqual([404, 404, 429, 429]);
    });

    it('is not served at a path with encoded fixed parts, once the limit is spent', async () => {
      const { origin, person } = await host.serve({ limits: { account: { perCredential: 1 } } });
      const ada = await person();
      await ada.status();
      const headers = { authorization: `Bearer ${await ada.token()}` };
      for (const path of ['/v1/account/%6Dfa', '/v1/account/mfa/', '//v1/account/mfa']) {
        const { status } = await fetch(origin + path, { headers });
        expect([404, 429]).toContain(status);
      }
    });
  });

  describe('one address', () => {
    // spec: limits/request-rate
    it('guesses so many tokens, and is then refused even with a right one', async () => {
      const { origin, person } = await host.serve({ limits: { account: { perAddress: 5 } } });
      const ada = await person();
      const guesses = await times(20, async (n) => {
        const headers = { authorization: `Bearer guess-${String(n)}` };
        return (await fetch(`${origin}/v1/account/mfa`, { headers })).status;
      });
      expect(guesses.filter((status) => status === 401)).toHaveLength(5);
      expect(guesses.filter((status) => status === 429)).toHaveLength(15);
      expect(outcome(await ada.status())).toBe(REFUSED);
    });

    // standard: asvs/4.1.3, asvs/15.3.4
    it("is the framework's, whatever headers claim", async () => {
      const { origin } = await host.serve({ limits: { account: { perAddress: 2 } } });
      const statuses = [];
      for (const claimed of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        const headers = {
          'x-forwarded-for': claimed,
          'x-real-ip': claimed,
          forwarded: `for=${claimed}`,
        };
        statuses.push((await fetch(`${origin}/v1/account/mfa`, { headers })).status);
      }
      expect(statuses).toEqual([401, 401, 429]);
    });

    it('is refused before anything else: method, headers, credential', async () => {
      const { origin } = await host.serve({ limits: { account: { perAddress: 1 } } });
      const url = `${origin}/v1/account/mfa`;
      expect((await fetch(url, { method: 'PATCH' })).status).toBe(405);
      expect((await fetch(url, { method: 'PATCH' })).status).toBe(429);
      expect((await fetch(url)).status).toBe(429);
    });
  });

  // spec: limits/request-rate
  it('every answer carries the headers, whatever its status', async () => {
    const { origin, person } = await host.serve({});
    const ada = await person();
    const anonymous = await fetch(`${origin}/v1/account/mfa`);
    const answers = [
      await ada.status(),
      await ada.start(),
      await ada.call({ method: 'PATCH', path: '/mfa' }),
      await ada.call({ method: 'PUT', path: '/phone', body: '{' }),
      await ada.call({ method: 'PUT', path: '/phone', body: 'x'.repeat(20_000) }),
      await ada.verify('000'),
      await ada.remove(),
      await ada.remove(),
      await ada.status(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([
      200, 201, 405, 400, 413, 422, 200, 404, 200,
    ]);
    // A 405 is answered before authentication, so only its address is counted.
    expect(answers.map((answer) => limitHeaders(answer).slice(0, 2).join(' '))).toEqual([
      '60 59',
      '60 58',
      '120 116',
      '60 57',
      '60 56',
      '60 55',
      '60 54',
      '60 53',
      '60 52',
    ]);
    expect(limitHeaders(anonymous)).toEqual(['120', '119', '60']);
    for (const answer of answers) expect(Number(limitHeaders(answer)[2])).toBeGreaterThan(0);
  });
});
