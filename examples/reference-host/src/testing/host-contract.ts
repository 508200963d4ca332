import { connect } from 'node:net';
import { testDatabase } from '@stepward/dev-postgres';
import { createClient } from '@stepward/client';
import { appCode } from '@stepward/testing';
import {
  WebAuthnEmulator,
  type PublicKeyCredentialRequestOptionsJSON,
} from 'nid-webauthn-emulator';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { curlLines, policyLine } from '../demo/index.js';
import { describeCustomer } from './customer-contract.js';
import { createDemoClient } from './demo-client.js';
import { RATE_LIMIT_SCALE, startHost, type HostProcess } from './host-process.js';
import { runCurlLines } from './run-curl-lines.js';
import { describeUnknownPaths } from './unknown-paths-contract.js';
import { describeWebhooks } from './webhooks-contract.js';

const MINUTE = 60_000;

/**
 * What both hosts promise their users, run by the npm script that starts each. The full tier starts
 * them several times, to see how they end.
 */
export function describeHost(script: string): void {
  const started: HostProcess[] = [];
  afterAll(async () => {
    for (const host of started) if (host.left().length > 0) await host.signal('SIGKILL');
  });

  async function start(databaseUrl: string | null = null): Promise<HostProcess> {
    const host = await startHost(script, databaseUrl);
    started.push(host);
    return host;
  }

  describe(`npm run ${script}`, async () => {
    const host = await start();
    describeReport(host);
    describeFixture(host);
    describeDemoRoutes(host);
    describeUnknownPaths(host);
    describeEnrolment(host);
    describeCustomer(host);

    describeStepUp(host);
    describeWebhooks(host);

    it('SIGTERM ends it cleanly, and its Postgres with it, whatever a client still sends', async () => {
      expect(host.commands).toContain('postgres');
      const client = connect(Number(new URL(host.report.base_url).port), '127.0.0.1');
      client.on('error', () => undefined).write('PUT /v1/account/mfa/sms HTTP/1.1\r\nHost: ');
      expect(await host.signal('SIGTERM')).toBe(0);
      await expect.poll(() => host.left()).toEqual([]);
      await expect(fetch(host.report.base_url)).rejects.toThrow('fetch failed');
    });
  });

  if (inject('tier') === 'full') describeEnds(start);
}

function describeEnds(start: (databaseUrl?: string) => Promise<HostProcess>): void {
  it('dies with its parent, and its Postgres with it', async () => {
    const host = await start();
    expect(host.commands).toContain('postgres');
    expect(await host.signal('SIGKILL')).toBe(null);
    await expect.poll(() => host.left()).toEqual([]);
  });

  describe('with a DATABASE_URL', async () => {
    const database = await testDatabase();
    const host = await start(database.url);
    let code = '';

    it('brings no Postgres', async () => {
      expect(host.commands).not.toContain('postgres');
      const { demo } = createDemoClient(host.report);
      expect(await demo('GET', '/healthz')).toEqual({ status: 200, body: { healthy: true } });
      const { rows } = await database.pool().query(
        `select pid from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
      expect(rows.length).toBeGreaterThan(0);
    });

    it('SIGINT ends it cleanly', async () => {
      const { account, codeSentTo } = createDemoClient(host.report);
      expect((await account('user01', 'POST', '/mfa/sms')).status).toBe(201);
      code = await codeSentTo('+14155550111');
      expect(await host.signal('SIGINT')).toBe(0);
      await expect.poll(() => host.left()).toEqual([]);
    });

    it('goes on with the same keys after a restart', async () => {
      const again = await start(database.url);
      const { account, accountWith } = createDemoClient(again.report);
      const { access_token: token = '' } = host.report.tenants[0]?.users['user01'] ?? {};
      expect((await accountWith(token, 'GET', '/mfa')).status).toBe(200);
      expect((await account('user01', 'PUT', '/mfa/sms', { code })).status).toBe(200);
    });
  });
}

function describeReport({ report, printed }: HostProcess): void {
  it('ends its greeting with one line of JSON that names addresses and credentials', () => {
    expect(Object.keys(report)).toEqual(['base_url', 'service_secret', 'tenants']);
    expect(report.base_url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
    expect(report.service_secret).toMatch(/^[\w-]{43}$/);
    expect(report.tenants.map((tenant) => tenant.tenant_id)).toEqual(['acme', 'globex', 'hygieia']);
    const [acme, globex, hygieia] = report.tenants.map(({ users }) => Object.keys(users));
    const crowd = Array.from({ length: 20 }, (_, n) => `user${String(n + 1).padStart(2, '0')}`);
    expect(acme).toEqual(['ada', 'bob', 'cy', 'eve', ...crowd]);
    expect(globex).toEqual(['gus']);
    expect(hygieia).toEqual(['hal']);
    expect(report.tenants.map(({ organisations }) => organisations)).toEqual([
      ['org_main', 'org_other', 'org_legacy'],
      ['org_globex'],
      ['org_clinic'],
    ]);
    for (const { management_key, read_only_key } of report.tenants) {
      expect(management_key).toMatch(/^service_mgmt_/);
      expect(read_only_key).toMatch(/^service_mgmt_/);
    }
    for (const user of report.tenants.flatMap(({ users }) => Object.values(users))) {
      expect(user).toEqual({
        identity_id: expect.stringMatching(/^identity_/),
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        session_id: expect.stringMatching(/^session_/),
      });
    }
  });

  it('multiplies the request limits by RATE_LIMIT_SCALE', async () => {
    const { headers } = await fetch(`${report.base_url}/v1/account/mfa`);
    expect(headers.get('x-ratelimit-limit')).toBe(String(120 * RATE_LIMIT_SCALE));
  });

  it('prints lines for curl that enrol ada when they are pasted', async () => {
    const first = printed.findIndex((line) => line.startsWith('TOKEN='));
    const lines = printed.slice(first, printed.indexOf('', first));
    expect(lines.slice(1)).toEqual(curlLines(report.base_url));
    expect(lines).toHaveLength(4);
    const { account } = createDemoClient(report);
    expect((await account('ada', 'GET', '/mfa')).body.data.methods).toEqual([]);

    expect(await runCurlLines(lines)).toBe(
      '{"data":{"status":"pending","phone_number_masked":"+14*****0101"}}' +
        '{"data":{"enabled":true,"methods":["sms"],"backup_codes_remaining":0}}',
    );
    expect((await account('ada', 'GET', '/mfa')).body.data.methods).toEqual(['sms']);
  });

  it('prints a line for curl that shows a policy, with the key that it needs', async () => {
    const first = printed.findIndex((line) => line.startsWith('KEY='));
    const lines = printed.slice(first, printed.indexOf('', first));
    expect(lines).toEqual([
      `KEY=${report.tenants[0]?.management_key}`,
      policyLine(report.base_url),
    ]);
    expect(JSON.parse(await runCurlLines(lines))).toMatchObject({
      tenant_id: 'acme',
      org_id: 'org_legacy',
    });
  });
}

function describeFixture({ report }: HostProcess): void {
  const { account, demo } = createDemoClient(report);

  it.each([
    { user: 'bob', who: 'has no phone number', status: 422, reason: 'phone_not_verified' },
    { user: 'eve', who: 'has an unverified one', status: 422, reason: 'phone_not_verified' },
    { user: 'gus', who: 'is of a tenant without SMS', status: 503, reason: 'sms_disabled' },
  ])('$user, who $who, cannot enrol ($reason)', async ({ user, status, reason }) => {
    const refused = await account(user, 'POST', '/mfa/sms');
    expect(refused).toMatchObject({ status, body: { status, reason } });
  });

  it('eve has a phone number and bob has none', async () => {
    const bob = await account('bob', 'DELETE', '/phone');
    expect(bob).toMatchObject({ status: 404, body: { reason: 'phone_not_found' } });
    const eve = await account('eve', 'DELETE', '/phone');
    expect(eve).toMatchObject({ status: 200, body: { data: { verified: false } } });
  });

  it('cy, hal and the twenty others have a verified phone number each', async () => {
    const crowd = Array.from({ length: 20 }, (_, index) => [
      `user${String(index + 1).padStart(2, '0')}`,
      `+141555501${String(index + 11)}`,
    ]);
    const phones = [['cy', '+14155550102'], ['hal', '+14155550105'], ...crowd];
    const sent = await Promise.all(phones.map(([user = '']) => account(user, 'POST', '/mfa/sms')));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    const { body: messages } = await demo('GET', '/demo/sms');
    for (const [, phone] of phones) {
      expect(messages.filter(({ to }: { to: string }) => to === phone)).toHaveLength(1);
    }
  });
}

function describeDemoRoutes({ report }: HostProcess): void {
  const { account, accountWith, codeSentTo, demo } = createDemoClient(report);

  it('GET /healthz says that the database answers', async () => {
    expect(await demo('GET', '/healthz')).toEqual({ status: 200, body: { healthy: true } });
  });

  it('GET /demo/api shows the OpenAPI document, and loads nothing of another origin', async () => {
    const page = await fetch(`${report.base_url}/demo/api`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
    const links = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to);
    const answers = await Promise.all(links.map((to) => fetch(`${report.base_url}${to}`)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/png'],
      [200, expect.stringMatching('^text/css')],
      [200, expect.stringMatching('^text/javascript')],
      [200, expect.stringMatching('^text/javascript')],
    ]);
    const [, , viewer, start] = await Promise.all(answers.map((answer) => answer.text()));
    expect(viewer).toContain('SwaggerUIBundle');
    expect(start).toContain("url: '/v1/openapi.json'");
  });

  it('GET / is a page for people, which loads nothing of another origin', async () => {
    const page = await fetch(report.base_url);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
    const links = [...(await page.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, to]) => to);
    expect(links).toContain('/demo/front-page.js');
    for (const to of links) expect((await fetch(`${report.base_url}${to}`)).status).toBe(200);
    const { body } = await demo('GET', '/demo/front-page.json');
    expect(body).toMatchObject({ tenant_id: 'acme', people: expect.any(Array) });
    expect(body.management_key).toBe(report.tenants[0]?.management_key);
  });

  it('GET /demo/sms shows the newest message first', async () => {
    await demo('POST', '/demo/clock', { advance_ms: MINUTE });
    await account('user01', 'POST', '/mfa/sms');
    const { body: messages } = await demo('GET', '/demo/sms');
    expect(messages[0]).toEqual({
      to: '+14155550111',
      body: expect.stringMatching(
        /^([0-9]{6}) is your Demo code\. It expires in 15 minutes\.\n\n@localhost #\1$/,
      ),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const moments = messages.map(({ at }: { at: string }) => at);
    expect(moments).toEqual(moments.toSorted().reverse());
  });

  it.each(['+14155550111', '%2B14155550111'])('GET /demo/sms?to=%s filters', async (to) => {
    const { body: messages } = await demo('GET', `/demo/sms?to=${to}`);
    expect(messages.length).toBeGreaterThan(0);
    expect(new Set(messages.map((sms: { to: string }) => sms.to))).toEqual(
      new Set(['+14155550111']),
    );
  });

  describe('POST /demo/verify-link', () => {
    const ask = (body: object) => demo('POST', '/demo/verify-link', { tenant_id: 'acme', ...body });

    it('sends one message, and its address asks for the code and raises the session', async () => {
      await demo('POST', '/demo/clock', { advance_ms: MINUTE });
      expect((await account('user04', 'POST', '/mfa/sms')).status).toBe(201);
      const enrolling = { code: await codeSentTo('+14155550114') };
      expect((await account('user04', 'PUT', '/mfa/sms', enrolling)).status).toBe(200);
      const messages = async (): Promise<number> =>
        (await demo('GET', '/demo/sms?to=%2B14155550114')).body.length;
      const before = await messages();
      const made = await ask({ user: 'user04', return_to: '/demo/api' });
      expect([made.status, await messages()]).toEqual([201, before + 1]);
      const { url } = made.body;
      expect(url.startsWith(`${report.base_url}/sms-verify?state=`)).toBe(true);
      const session = () => demo('GET', '/demo/sessions/session_user04');
      expect((await session()).body).toEqual({ assurance: 'aal1', amr: ['pwd'] });

      const html = await (await fetch(url)).text();
      expect(await messages()).toBe(before + 1);
      const [, csrf = ''] = /name="csrf" value="([^"]*)"/.exec(html) ?? [];
      const body = new URLSearchParams({ csrf, code: await codeSentTo('+14155550114') });
      const right = await fetch(url, { method: 'POST', body, redirect: 'manual' });
      expect([right.status, right.headers.get('location')]).toEqual([303, '/demo/api']);
      const raised = { assurance: 'aal2', amr: ['pwd', 'sms', 'otp', 'mfa'] };
      expect((await session()).body).toEqual(raised);
      expect((await fetch(url)).status).toBe(410);
    });

    it.each([
      [{ user: 'bob' }, 409],
      [{ tenant_id: 'globex', user: 'gus' }, 409],
      [{ user: 'ada', return_to: 'https://evil.example/' }, 400],
      [{ user: 'nobody' }, 404],
      [{ user: 7 }, 400],
    ])('answers %j with %i', async (body, status) => {
      expect((await ask(body)).status).toBe(status);
    });

    it('GET /demo/sessions/{session_id} knows no other sessions', async () => {
      expect((await demo('GET', '/demo/sessions/unknown')).status).toBe(404);
    });
  });

  describe('GET /demo/tenants/:tenantId/users/:name/token', () => {
    const tokenOf = (path: string) => demo('GET', `/demo/tenants/${path}`);
    const claimsOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

    it.each(['aal1', 'aal2'])('makes a token of a session at %s', async (assurance) => {
      const { status, body } = await tokenOf(`acme/users/user02/token?assurance=${assurance}`);
      expect([status, Object.keys(body)]).toEqual([200, ['access_token', 'session_id']]);
      expect(body.session_id).toBe('session_user02');
      expect(claimsOf(body.access_token)).toMatchObject({
        tenant_id: 'acme',
        sub: 'identity_user02',
        sid: 'session_user02',
        acr: assurance,
      });
      expect((await accountWith(body.access_token, 'GET', '/mfa')).status).toBe(200);
    });

    it('makes it for another session where one is named', async () => {
      const { body } = await tokenOf('acme/users/user02/token?assurance=aal1&session=stolen');
      expect(body.session_id).toBe('stolen');
      expect(claimsOf(body.access_token).sid).toBe('stolen');
    });

    it.each([
      ['acme/users/nobody/token?assurance=aal1', 404],
      ['nowhere/users/ada/token?assurance=aal1', 404],
      ['globex/users/ada/token?assurance=aal1', 404],
      ['acme/users/ada/token?assurance=aal3', 400],
      ['acme/users/ada/token', 400],
      ['acme/users/ada/token?assurance=aal1&session=', 400],
    ])('answers %s with %i', async (path, status) => {
      expect((await tokenOf(path)).status).toBe(status);
    });

    it('lets a thief at aal1 change no factor of a person who has one', async () => {
      await demo('POST', '/demo/clock', { advance_ms: MINUTE });
      const at = async (assurance: string) =>
        (await tokenOf(`acme/users/user03/token?assurance=${assurance}`)).body.access_token;
      const [owner, thief] = [await at('aal2'), await at('aal1')];
      expect((await accountWith(owner, 'POST', '/mfa/sms')).status).toBe(201);
      const code = await codeSentTo('+14155550113');
      expect((await accountWith(owner, 'PUT', '/mfa/sms', { code })).status).toBe(200);
      for (const [method, path, body] of [
        ['POST', '/mfa/sms'],
        ['PUT', '/mfa/sms', { code }],
        ['DELETE', '/mfa/sms'],
        ['PUT', '/phone', { phone_number: '+14155550999' }],
        ['DELETE', '/phone'],
      ] as const) {
        const refused = await accountWith(thief, method, path, body);
        expect(refused).toMatchObject({
          status: 401,
          body: { reason: 'assurance_insufficient' },
        });
      }
      expect((await accountWith(owner, 'DELETE', '/mfa/sms')).status).toBe(200);
    });
  });

  it('POST /demo/clock moves the clock by whole milliseconds, and forward alone', async () => {
    const now = async (advance_ms: unknown) => demo('POST', '/demo/clock', { advance_ms });
    const before = await now(0);
    const after = await now(10 * MINUTE);
    expect(after.status).toBe(200);
    expect(Date.parse(after.body.now) - Date.parse(before.body.now)).toBeGreaterThanOrEqual(
      10 * MINUTE,
    );
    for (const wrong of [-1, 0.5, '1', null]) expect((await now(wrong)).status).toBe(400);
  });

  it('POST /demo/clock does not leave the year 9999', async () => {
    const now = async (advance_ms: number) => demo('POST', '/demo/clock', { advance_ms });
    const before = Date.parse((await now(0)).body.now);
    const left = Date.UTC(10_000, 0) - before;
    for (const tooFar of [left, 8_640_000_000_000_000]) {
      expect((await now(tooFar)).status).toBe(400);
    }
    const after = await now(0);
    expect(after.status).toBe(200);
    expect(Date.parse(after.body.now) - before).toBeLessThan(left);
  });
}

function describeEnrolment({ report }: HostProcess): void {
  const { account, codeSentTo, demo } = createDemoClient(report);

  it('the code from the phone enrols SMS, and an enrolled person cannot enrol again', async () => {
    await demo('POST', '/demo/clock', { advance_ms: MINUTE });
    expect((await account('hal', 'POST', '/mfa/sms')).status).toBe(201);
    const code = await codeSentTo('+14155550105');
    expect(await account('hal', 'PUT', '/mfa/sms', { code })).toEqual({
      status: 200,
      body: { data: { enabled: true, methods: ['sms'], backup_codes_remaining: 0 } },
    });
    const again = await account('hal', 'POST', '/mfa/sms');
    expect(again).toMatchObject({ status: 409, body: { reason: 'already_enrolled' } });
  });

  it('a code is worth nothing once the clock has moved by 15 minutes', async () => {
    await demo('POST', '/demo/clock', { advance_ms: MINUTE });
    expect((await account('cy', 'POST', '/mfa/sms')).status).toBe(201);
    const code = await codeSentTo('+14155550102');
    await demo('POST', '/demo/clock', { advance_ms: 15 * MINUTE });
    const late = await account('cy', 'PUT', '/mfa/sms', { code });
    expect(late).toMatchObject({ status: 422, body: { reason: 'code_expired' } });
  });

  it('without a token there is a challenge and a problem', async () => {
    const response = await fetch(`${report.base_url}/v1/account/mfa`);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="account"');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
}

function describeStepUp({ report }: HostProcess): void {
  const { account, application, codeSentTo, demo } = createDemoClient(report);
  const acme = application('acme');
  const session = { identity_id: 'identity_user20', session_id: 'session_user20' };
  const phone = '+14155550130';

  const challenge = (client = acme) =>
    client.POST('/v1/internal/mfa/{factor}/challenge', {
      params: { path: { factor: 'sms' } },
      body: session,
    });
  const verify = (factor: 'sms' | 'totp', body: typeof session & { readonly code: string }) =>
    acme.POST('/v1/internal/mfa/{factor}/verify', { params: { path: { factor } }, body });

  it('the authentication application raises a session with the code from the phone', async () => {
    await demo('POST', '/demo/clock', { advance_ms: MINUTE });
    expect((await challenge()).error?.reason).toBe('sms_not_enrolled');
    expect((await account('user20', 'POST', '/mfa/sms')).status).toBe(201);
    const code = await codeSentTo(phone);
    expect((await account('user20', 'PUT', '/mfa/sms', { code })).status).toBe(200);
    await demo('POST', '/demo/clock', { advance_ms: MINUTE });

    expect((await challenge()).data).toEqual({ phone_number_masked: '+14*****0130' });
    const answer = { ...session, code: await codeSentTo(phone) };
    expect((await verify('sms', answer)).data).toEqual({ verified: true });
    expect((await verify('sms', answer)).error?.reason).toBe('nothing_pending');
  });

  it('and with the code of an authenticator app', async () => {
    const user = { identity_id: 'identity_user19', session_id: 'session_user19' };
    const started = await account('user19', 'POST', '/mfa/totp');
    expect(started.status).toBe(201);
    const { secret } = started.body.data;
    const code = async () => {
      const { now } = (await demo('POST', '/demo/clock', { advance_ms: MINUTE })).body;
      return appCode(secret, new Date(now));
    };
    expect((await account('user19', 'PUT', '/mfa/totp', { code: await code() })).status).toBe(200);

    const answer = { ...user, code: await code() };
    expect((await verify('totp', answer)).data).toEqual({ verified: true });
    expect((await verify('totp', answer)).error?.reason).toBe('code_mismatch');
  });

  it('and with a passkey', async () => {
    const user = { identity_id: 'identity_user18', session_id: 'session_user18' };
    const { port } = new URL(report.base_url);
    const origin = `http://localhost:${port}`;
    const browser = new WebAuthnEmulator();
    const started = await account('user18', 'POST', '/mfa/webauthn');
    expect(started.status).toBe(201);
    const created = browser.createJSON(origin, started.body.data.options);
    const enrolled = await account('user18', 'PUT', '/mfa/webauthn', { response: created });
    expect(enrolled.status).toBe(200);

    const path = { factor: 'webauthn' } as const;
    const asked = await acme.POST('/v1/internal/mfa/{factor}/challenge', {
      params: { path },
      body: user,
    });
    const { options } = asked.data as unknown as { options: PublicKeyCredentialRequestOptionsJSON };
    const body = { ...user, response: { ...browser.getJSON(origin, options) } };
    const verified = await acme.POST('/v1/internal/mfa/{factor}/verify', {
      params: { path },
      body,
    });
    expect(verified.data).toEqual({ verified: true });
  });

  it('and no one else does', async () => {
    const serviceSecret = report.tenants[0]?.management_key ?? '';
    const credential = { serviceSecret };
    const stranger = createClient({ baseUrl: report.base_url, credential, tenantId: 'acme' });
    expect((await challenge(stranger)).error?.status).toBe(401);
  });
}
