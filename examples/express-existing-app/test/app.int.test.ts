import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemCaller } from '@stepward/core';
import { createFixedClock, createRecordingSmsSender } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { createExampleData } from '../src/example-data.js';
import { createIdentity } from '../src/identity.js';
import { createTables } from '../src/tables.js';
import { createUsers } from '../src/users.js';

const PHONE = '+14155550101';
const ORIGIN = 'https://app.example.com';
const ADA = { email: 'ada@example.com', password: 'correct horse' };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const clock = createFixedClock(new Date('2026-03-02T09:00:00Z'));
const sms = createRecordingSmsSender();
const codeKey = Buffer.alloc(32, 7).toString('base64');
const stepward = createIdentity({ pool, smsSender: sms, codeKey, clock });
let server: Server;

beforeAll(async () => {
  await createTables(pool);
  await createExampleData(pool, stepward, clock.now());
  server = createApp({ pool, stepward, origin: ORIGIN, clock }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
});

// Tests share a person. After a day the budgets are full again.
beforeEach(async () => {
  clock.advance(25 * 60 * 60 * 1000);
  const ada = { tenantId: 'acme', identityId: '1', assurance: 'aal2' } as const;
  const removed = await stepward.enrolments.remove(ada);
  if (removed.isErr()) expect(removed.error.code).toBe('not_enrolled');
});

/** A browser: it keeps each cookie as it was set, by its name, and says which origin its page is of. */
function browser(origin: string | null = ORIGIN) {
  const cookies = new Map<string, string>();
  return {
    cookies,
    get cookie() {
      return Array.from(cookies.values(), (line) => line.split(';')[0]).join('; ');
    },
    async send(method: string, path: string, body?: object) {
      const { port } = server.address() as AddressInfo;
      const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
        method,
        headers: {
          ...{ cookie: this.cookie, 'user-agent': FIREFOX },
          ...(origin === null ? {} : { origin }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      for (const line of response.headers.getSetCookie()) {
        cookies.set(line.split('=')[0] ?? '', line);
      }
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
    },
  };
}

/** Where a stranger to the code would look: the last six digits that were sent. */
function lastCode(phone = PHONE): string {
  return sms.lastCode(phone);
}

async function enrolledBrowser(who = ADA, phone = PHONE): Promise<ReturnType<typeof browser>> {
  const page = browser();
  await page.send('POST', '/sign-in', who);
  await page.send('POST', '/v1/account/mfa/sms');
  await page.send('PUT', '/v1/account/mfa/sms', { code: lastCode(phone) });
  return page;
}

describe('a person without a second factor', () => {
  it('signs in by password, and enrols over the Account API with the same cookie', async () => {
    const page = browser();
    expect(await page.send('POST', '/sign-in', ADA)).toEqual({
      status: 200,
      body: { next: 'signed_in' },
    });
    expect((await page.send('POST', '/v1/account/mfa/sms')).status).toBe(201);
    expect((await page.send('PUT', '/v1/account/mfa/sms', { code: lastCode() })).status).toBe(200);
    expect(await page.send('GET', '/me')).toEqual({
      status: 200,
      body: { email: ADA.email, assurance: 'aal1' },
    });
  });

  it('has to enrol first where the team requires a factor, and may do nothing else before', async () => {
    const required = { mfaEnforcement: 'required', unenrolledUserAction: 'force_enrollment' };
    const change = { ...required, gracePeriodMs: 0 };
    const changed = await stepward.policies.update(systemCaller('acme'), '1', change);
    expect(changed.isOk()).toBe(true);
    const page = browser();
    expect((await page.send('POST', '/sign-in', ADA)).body).toEqual({ next: 'enrol' });
    expect((await page.send('GET', '/me')).status).toBe(401);
    await page.send('POST', '/v1/account/mfa/sms');
    await page.send('PUT', '/v1/account/mfa/sms', { code: lastCode() });
    // The code that enrolled is used up, so the next one may follow at once.
    expect((await page.send('POST', '/sign-in/proceed')).body).toEqual({ next: 'enter_code' });
    expect((await page.send('POST', '/sign-in/code', { code: lastCode() })).body).toEqual({
      next: 'signed_in',
    });
    expect((await stepward.policies.reset(systemCaller('acme'), '1')).isOk()).toBe(true);
  });
});

describe('a person with a second factor', () => {
  it('is signed in by password and code, at aal2, under a new cookie', async () => {
    await enrolledBrowser();
    const page = browser();
    expect((await page.send('POST', '/sign-in', ADA)).body).toEqual({ next: 'enter_code' });
    const before = page.cookie;
    expect((await page.send('GET', '/me')).status).toBe(401);
    expect((await page.send('DELETE', '/v1/account/mfa/sms')).status).toBe(401);

    const wrong = lastCode() === '000000' ? '000001' : '000000';
    expect((await page.send('POST', '/sign-in/code', { code: wrong })).body).toEqual({
      next: 'enter_code',
      reason: 'code_mismatch',
    });
    expect((await page.send('POST', '/sign-in/code', { code: lastCode() })).body).toEqual({
      next: 'signed_in',
    });
    expect(page.cookie).not.toBe(before);
    expect((await page.send('GET', '/me')).body).toMatchObject({ assurance: 'aal2' });
    expect((await page.send('DELETE', '/v1/account/mfa/sms')).status).toBe(200);
  });

  it('is signed out when the policy says so', async () => {
    const page = await enrolledBrowser();
    expect((await page.send('GET', '/me')).status).toBe(200);
    clock.advance(24 * 60 * 60 * 1000);
    expect((await page.send('GET', '/me')).status).toBe(401);
  });
});

describe('a browser that a person trusts', () => {
  const DEVICES = '/v1/account/trusted-devices';
  const COOKIE = '__Host-trusted_device';

  /** Ada's browser after a code that it need not ask for again. */
  async function trustedBrowser() {
    await enrolledBrowser();
    const page = browser();
    await page.send('POST', '/sign-in', ADA);
    const asked = { code: lastCode(), remember: true };
    expect((await page.send('POST', '/sign-in/code', asked)).body).toEqual({ next: 'signed_in' });
    return page;
  }

  const nextOf = async (page: ReturnType<typeof browser>, who = ADA) =>
    (await page.send('POST', '/sign-in', who)).body;

  it('has a cookie of the days that the policy allows, and signs in by password alone', async () => {
    const page = await trustedBrowser();
    const expires = new Date(clock.now().getTime() + 30 * 24 * 60 * 60 * 1000).toUTCString();
    const set = page.cookies.get(COOKIE) ?? '';
    expect(set).toMatch(/^__Host-trusted_device=[\w-]{43}; /);
    expect(set).toContain(`; Path=/; Expires=${expires}; HttpOnly; Secure; SameSite=Lax`);
    await page.send('POST', '/sign-out');
    expect(await nextOf(page)).toEqual({ next: 'signed_in' });
    expect(await nextOf(browser())).toEqual({ next: 'enter_code' });
  });

  it('is at aal1: what needs aal2 asks for a code', async () => {
    const page = await trustedBrowser();
    await nextOf(page);
    expect((await page.send('GET', '/me')).body).toMatchObject({ assurance: 'aal1' });
    expect((await page.send('DELETE', '/v1/account/mfa/sms')).status).toBe(401);
    expect((await page.send('POST', '/sign-in/proceed')).body).toEqual({ next: 'enter_code' });
    await page.send('POST', '/sign-in/code', { code: lastCode() });
    expect((await page.send('GET', '/me')).body).toMatchObject({ assurance: 'aal2' });
    expect((await page.send('DELETE', '/v1/account/mfa/sms')).status).toBe(200);
  });

  it('is listed to the person, who ends it: then it is asked', async () => {
    const page = await trustedBrowser();
    const listed = (await page.send('GET', DEVICES)).body as { data: readonly { id: string }[] };
    expect(listed).toMatchObject({ data: [{ name: 'Firefox, Linux' }] });
    const [{ id } = { id: '' }] = listed.data;
    expect((await page.send('DELETE', `${DEVICES}/${id}`)).status).toBe(200);
    expect(await nextOf(page)).toEqual({ next: 'enter_code' });
  });

  it('is asked when its days are over', async () => {
    const page = await trustedBrowser();
    clock.advance(30 * 24 * 60 * 60 * 1000);
    expect(await nextOf(page)).toEqual({ next: 'enter_code' });
  });

  it('is worth nothing to another person', async () => {
    const mine = await trustedBrowser();
    const BOB = { email: 'bob@example.com', password: 'battery staple' };
    const phone = '+14155550102';
    const joined = { companyId: 'acme', teamId: 1, phone, joinedAt: clock.now() };
    await createUsers(pool).create({ ...BOB, ...joined });
    await enrolledBrowser(BOB, phone);
    const theirs = browser();
    theirs.cookies.set(COOKIE, mine.cookies.get(COOKIE) ?? '');
    expect(await nextOf(theirs, BOB)).toEqual({ next: 'enter_code' });
    expect(await nextOf(mine)).toEqual({ next: 'signed_in' });
  });

  it('is not made where nobody asked for it, after a wrong code, or where the team trusts none', async () => {
    await enrolledBrowser();
    const page = browser();
    await nextOf(page);
    const wrong = lastCode() === '000000' ? '000001' : '000000';
    await page.send('POST', '/sign-in/code', { code: wrong, remember: true });
    await page.send('POST', '/sign-in/code', { code: lastCode() });
    expect(page.cookies.has(COOKIE)).toBe(false);

    const administrator = systemCaller('acme');
    const changed = await stepward.policies.update(administrator, '1', { trustedDeviceDays: 0 });
    expect(changed.isOk()).toBe(true);
    expect(await nextOf(page)).toEqual({ next: 'enter_code' });
    const asked = { code: lastCode(), remember: true };
    expect((await page.send('POST', '/sign-in/code', asked)).body).toEqual({ next: 'signed_in' });
    expect(page.cookies.has(COOKIE)).toBe(false);
    expect((await stepward.policies.reset(administrator, '1')).isOk()).toBe(true);
  });
});

it('signs out everywhere else, and stays signed in itself', async () => {
  const [here, elsewhere] = [browser(), browser()];
  for (const page of [here, elsewhere]) await page.send('POST', '/sign-in', ADA);
  const sessions = '/v1/account/sessions';
  const { body } = await here.send('GET', sessions);
  const { data } = body as { data: readonly { current: boolean }[] };
  expect(data.slice(0, 2)).toMatchObject([{ current: true }, { current: false }]);
  expect((await here.send('DELETE', sessions)).status).toBe(200);
  expect((await elsewhere.send('GET', '/me')).status).toBe(401);
  expect((await here.send('GET', sessions)).body).toMatchObject({ data: [{ current: true }] });
});

it('a page of another site changes nothing, though the cookie comes along', async () => {
  const page = await enrolledBrowser();
  const evil = { origin: 'https://evil.example', cookie: page.cookie };
  const { port } = server.address() as AddressInfo;
  for (const path of ['/v1/account/mfa/sms', '/sign-out', '/sign-in/proceed']) {
    const method = path.startsWith('/v1') ? 'DELETE' : 'POST';
    const response = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
      method,
      headers: evil,
    });
    expect(response.status).toBe(403);
  }
  expect((await page.send('GET', '/me')).status).toBe(200);
});

it.each([
  ['a wrong password', { ...ADA, password: 'wrong' }],
  ['an unknown address', { ...ADA, email: 'nobody@example.com' }],
  ['no password', { email: ADA.email }],
])('%s does not sign in', async (_, body) => {
  const page = browser();
  expect(await page.send('POST', '/sign-in', body)).toEqual({
    status: 403,
    body: { next: 'denied' },
  });
  expect(page.cookie).toBe('');
});
