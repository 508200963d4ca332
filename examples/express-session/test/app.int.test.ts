import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createKeyRing, createStepward, systemCaller, type Sessions } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import { appCode, createFixedClock } from '@stepward/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApp } from '../src/app.js';
import { createSessions, createSessionTable, type Person } from '../src/sessions.js';

const ADA: Person = { tenantId: 'acme', identityId: 'ada' };
const BOB: Person = { tenantId: 'acme', identityId: 'bob' };
/** The same id in another tenant. */
const OTHER_ADA: Person = { tenantId: 'globex', identityId: 'ada' };

const database = await testDatabase();
const pool = database.pool({ max: 4 });
const clock = createFixedClock(new Date('2026-03-02T09:00:00Z'));
const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
const sessions = createSessions(pool);
const storage = createPostgresStorage({ pool });
const stepward = createStepward({ storage, codeKeys: keys, sessions, clock });
/** Runs before the application ends a session at a step-up. */
const beforeEnd = { run: async (): Promise<void> => undefined };
let server: Server;
let origin: string;

beforeAll(async () => {
  await createSessionTable(pool);
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const cookieSecret = 'a secret of the test, of 32 bytes or more';
  // The password of a person is the identity id, after the tenant.
  const people = [ADA, BOB, OTHER_ADA];
  const checkPassword = async (email: string) =>
    people.find(({ tenantId, identityId }) => email === `${identityId}@${tenantId}`) ?? null;
  const watched: Sessions = {
    ...sessions,
    async end(...given) {
      await beforeEnd.run();
      return sessions.end(...given);
    },
  };
  const app = { pool, stepward, sessions: watched, keys, cookieSecret, origin, checkPassword };
  server.on('request', createApp(app));
});

afterAll(() => {
  server.close().closeAllConnections();
});

beforeEach(async () => {
  beforeEnd.run = async () => undefined;
  await pool.query('delete from session');
  for (const { tenantId, identityId } of [ADA, BOB, OTHER_ADA]) {
    (await stepward.tenants.configure(systemCaller(tenantId), {}))._unsafeUnwrap();
    const facts = { phone: null, otherFactors: [], backupCodesRemaining: 0, locale: null };
    const person = { identityId, state: 'active', ...facts } as const;
    (await stepward.identities.put(tenantId, person))._unsafeUnwrap();
    const request = { reason: 'the next test' };
    const caller = systemCaller(tenantId);
    (await stepward.people.reset(caller, identityId, request))._unsafeUnwrap();
  }
});

/** A browser with its cookie, in which a person is signed in. */
async function signIn({ tenantId, identityId }: Person, cookie = '') {
  let kept = cookie;
  /** @param body is sent by POST: a text as JSON, fields as a form; null for GET */
  async function send(path: string, body: string | URLSearchParams | null = null) {
    const response = await fetch(origin + path, {
      ...(body !== null && { method: 'POST', body }),
      redirect: 'manual',
      headers: {
        ...{ cookie: kept, origin, 'sec-fetch-site': 'same-origin' },
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      },
    });
    kept = response.headers.getSetCookie()[0]?.split(';')[0] ?? kept;
    return { status: response.status, html: await response.text() };
  }
  const email = `${identityId}@${tenantId}`;
  const body = JSON.stringify({ email, password: 'right' });
  expect(await send('/sign-in', body)).toMatchObject({ status: 204 });
  return {
    cookie: () => kept,
    open: (path: string) => send(path),
    /** Sends a form of a page. */
    async submit(path: string, fields: Readonly<Record<string, string>>) {
      const csrf = /name="csrf" value="([^"]+)"/.exec((await send(path)).html)?.[1] ?? '';
      return send(path, new URLSearchParams({ csrf, ...fields }));
    },
    isSignedIn: async () => (await send('/security')).status === 200,
  };
}

const listed = async (person: Person) =>
  sessions.list({ ...person, signal: AbortSignal.timeout(5_000) });

it('two browsers of a person are listed, and "sign out everywhere else" ends the other', async () => {
  const [here, elsewhere] = [await signIn(ADA), await signIn(ADA)];
  const { html } = await here.open('/security');
  expect(html).toContain('This session');
  const both = await listed(ADA);
  expect(both).toHaveLength(2);
  for (const { createdAt, lastUsedAt } of both) {
    expect(Math.abs(Number(lastUsedAt) - Number(createdAt))).toBeLessThan(600_000);
  }
  expect((await here.submit('/security', { do: 'end_others' })).status).toBe(303);
  expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
  expect(await listed(ADA)).toHaveLength(1);
});

it('one session is ended by the id that the page shows, which is not the one in the cookie', async () => {
  const [here, elsewhere] = [await signIn(ADA), await signIn(ADA)];
  const { html } = await here.open('/security');
  const [shown = ''] = Array.from(html.matchAll(/name="session" value="([^"]+)"/g), ([, id]) => id);
  expect(elsewhere.cookie()).not.toContain(shown);
  await here.submit('/security', { do: 'end_session', session: shown });
  expect([await here.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
});

it("an administrator's reset ends all sessions of the person, and no others", async () => {
  const mine = [await signIn(ADA), await signIn(ADA)];
  const others = [await signIn(BOB), await signIn(OTHER_ADA)];
  const caller = systemCaller('acme', 'support');
  (await stepward.people.reset(caller, 'ada', { reason: 'lost her phone' }))._unsafeUnwrap();
  for (const browser of mine) expect(await browser.isSignedIn()).toBe(false);
  for (const browser of others) expect(await browser.isSignedIn()).toBe(true);
  expect(await listed(ADA)).toEqual([]);
});

it("a person neither sees nor ends a session of another tenant's person of the same id", async () => {
  const [here, foreign] = [await signIn(ADA), await signIn(OTHER_ADA)];
  const [target] = await listed(OTHER_ADA);
  const id = target?.id ?? '';
  expect((await here.open('/security')).html).not.toContain(id);
  await here.submit('/security', { do: 'end_session', session: id });
  await here.submit('/security', { do: 'end_others' });
  expect(await foreign.isSignedIn()).toBe(true);
  const signal = AbortSignal.timeout(5_000);
  expect(await sessions.end({ ...ADA, signal }, id)).toBe(false);
  expect(await sessions.end({ ...BOB, signal }, id)).toBe(false);
});

/** Ada has an authenticator app, whose next code is returned. */
async function enrolApp(): Promise<() => string> {
  const ada = { ...ADA, assurance: 'aal2' } as const;
  const { secret } = (await stepward.totp.start(ada))._unsafeUnwrap();
  (await stepward.totp.verify(ada, appCode(secret, clock.now())))._unsafeUnwrap();
  clock.advance(60_000);
  return () => appCode(secret, clock.now());
}

/** The address of the step-up that a page leads to. */
function linkOf({ html }: { readonly html: string }): string {
  const link = /href="([^"]*sms-verify[^"]*)"/.exec(html)?.[1] ?? '';
  return link.replaceAll('&amp;', '&').slice(origin.length);
}

it('a reset during a step-up leaves no session', async () => {
  const browser = await signIn(ADA);
  const code = await enrolApp();
  const caller = systemCaller('acme', 'support');
  beforeEnd.run = async () => {
    (await stepward.people.reset(caller, 'ada', { reason: 'lost her phone' }))._unsafeUnwrap();
  };
  const path = linkOf(await browser.open('/security'));
  expect((await browser.submit(path, { do: 'verify', code: code() })).status).toBe(500);
  expect(await browser.isSignedIn()).toBe(false);
  expect(await listed(ADA)).toEqual([]);
});

it('a sign-in and a step-up put the session under a new id, and the old cookie is worth nothing', async () => {
  const before = await signIn(ADA);
  const old = before.cookie();
  const again = await signIn(ADA, old);
  expect(again.cookie()).not.toBe(old);
  const code = await enrolApp();
  const atAal1 = again.cookie();
  const path = linkOf(await again.open('/security'));
  expect((await again.submit(path, { do: 'verify', code: code() })).status).toBe(303);
  expect(again.cookie()).not.toBe(atAal1);
  expect((await again.open('/security')).html).not.toContain('sms-verify');
  for (const cookie of [old, atAal1]) {
    const response = await fetch(`${origin}/security`, { headers: { cookie } });
    expect(response.status).toBe(403);
  }
  expect(await listed(ADA)).toHaveLength(1);
});
