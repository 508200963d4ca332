import { testDatabase } from '@stepward/dev-postgres';
import * as oauth from 'openid-client';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { discover } from '../src/relying-party.js';
import { start } from '../src/start.js';
import { createBrowser, type Browser, type Page } from './browser.js';

const database = await testDatabase();
const codeKey = Buffer.alloc(32, 7).toString('base64');
const example = await start({ pool: database.pool({ max: 4 }), codeKey });
const { shop, issuer, resource, phones } = example;

// All servers are in this process, and read its clock.
vi.useFakeTimers({ toFake: ['Date'] });
const advance = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000);

afterAll(() => {
  vi.useRealTimers();
  example.close();
});

const PHONES = { ada: '+14155550101', bea: '+14155550102' };
const BEA = { user: 'bea', password: 'correct horse' };
const WRONG = { code: '000000' };

let browser: Browser;
// The tests share people. After a day their budgets are full again.
beforeEach(() => {
  advance(25 * 60 * 60);
  browser = createBrowser();
});

/** Signs in at the shop, up to the page after the password. */
async function signIn(user: string): Promise<Page> {
  const login = await browser.submit(await browser.open(`${shop}/`), '/sign-in');
  return browser.submit(login, '/login', { user, password: 'correct horse' });
}

async function enterCode(page: Page, user: keyof typeof PHONES): Promise<Page> {
  const sent = await browser.submit(page, 'send');
  return browser.submit(sent, 'verify', { code: phones.lastCode(PHONES[user]) });
}

/** An authorisation request of the shop, by an independent client. */
async function authorisationUrl(more: Readonly<Record<string, string>>): Promise<string> {
  const config = await discover(example);
  const verifier = oauth.randomPKCECodeVerifier();
  return oauth.buildAuthorizationUrl(config, {
    redirect_uri: `${shop}/callback`,
    scope: 'openid payments',
    resource,
    state: oauth.randomState(),
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  }).href;
}

const errorOf = async (more: Readonly<Record<string, string>>): Promise<string | null> =>
  errorAt(await authorisationUrl(more));

/** The error that an authorisation request is answered with, before any page. */
async function errorAt(url: string): Promise<string | null> {
  const { redirects } = await browser.open(url);
  const callback = redirects.find((each) => each.startsWith(`${shop}/callback`));
  return callback === undefined ? null : new URL(callback).searchParams.get('error');
}

describe('a person of an organisation that requires a second factor', () => {
  it('is asked for it before consent: a wrong code, another code, the right one', async () => {
    const page = await signIn('bea');
    expect(page.url).toContain('/sms-verify?state=');
    const sent = await browser.submit(page, 'send');
    const refused = await browser.submit(sent, 'verify', WRONG);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('role="alert"')]);
    expect((await browser.submit(refused, 'send')).status).toBe(429);
    advance(60);
    const consent = await enterCode(refused, 'bea');
    expect(consent.text).toContain('Allow shop?');
    expect((await browser.submit(consent, '/consent')).text).toContain('You are bea.');
  });

  it('is not signed in by the address of another step, and reads no stack', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => logged.mockRestore());
    const page = await signIn('bea');
    const [interaction = ''] = page.redirects
      .filter((url) => url.startsWith('/interaction/'))
      .slice(-1);
    for (const [path, method] of [
      ['verified', 'GET'],
      ['consent', 'POST'],
    ] as const) {
      const { status, text } = await browser.open(`${issuer}${interaction}/${path}`, method);
      expect([status, text]).toEqual([500, expect.stringContaining('Something went wrong')]);
      expect(text).not.toMatch(/\n +at |node_modules|a form of another step|nothing was proven/);
    }
    expect(logged).toHaveBeenCalledTimes(2);
    expect((await browser.open(`${shop}/`)).text).toContain('You are not signed in.');
  });

  it('is asked in the browser that signed in alone', async () => {
    const page = await signIn('bea');
    expect((await createBrowser().open(page.url)).text).not.toContain('<form');
    expect((await browser.open(page.url)).text).toContain('<form');
  });

  it('without one cannot go on', async () => {
    const page = await signIn('cem');
    expect(page.text).toContain('you have none');
    expect((await browser.submit(page, '/cancel')).text).toContain('access_denied');
  });
});

describe('a payment, which needs a second factor of the last 5 minutes', () => {
  it('leads a session of one factor through the step-up (RFC 9470)', async () => {
    const home = await browser.submit(await signIn('ada'), '/consent');
    expect(home.text).toContain('You are ada.');
    const page = await browser.submit(home, '/pay');
    expect(page.url).toContain('/sms-verify?state=');
    expect((await enterCode(page, 'ada')).text).toContain('ada has paid.');
    // The session is at aal2 now, and recent.
    advance(300);
    expect((await browser.submit(home, '/pay')).text).toContain('ada has paid.');
  });

  it('asks for password and code again once they are older', async () => {
    const home = await browser.submit(await enterCode(await signIn('bea'), 'bea'), '/consent');
    advance(301);
    const login = await browser.submit(home, '/pay');
    expect(login.text).toContain('Sign in');
    const page = await browser.submit(login, '/login', BEA);
    expect((await enterCode(page, 'bea')).text).toContain('bea has paid.');
  });

  it('is not paid by another person who signs in for it', async () => {
    const cookies = new Map<string, string>();
    browser = createBrowser(cookies);
    const home = await browser.submit(await signIn('ada'), '/consent');
    // The session at the provider ends, that at the shop does not.
    for (const name of [...cookies.keys()]) if (name !== 'shop') cookies.delete(name);
    const login = await browser.submit(home, '/pay');
    const page = await browser.submit(login, '/login', BEA);
    const consent = await enterCode(page, 'bea');
    const refused = await browser.submit(consent, '/consent');
    expect(refused.text).toContain('Another person has signed in.');
    expect((await browser.open(`${shop}/`)).text).toContain('You are ada.');
  });

  it('is refused without a token, and with one that is not its own', async () => {
    const pay = (headers: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(`${resource}/payments`, { method: 'POST', headers });
    expect((await pay({})).status).toBe(401);
    expect((await pay({ authorization: 'Bearer x.y.z' })).status).toBe(401);
  });
});

describe('a password', () => {
  it('is not checked after ten attempts of 15 minutes, also in parallel', async () => {
    const login = await browser.submit(await browser.open(`${shop}/`), '/sign-in');
    const attempt = (password: string): Promise<Page> =>
      browser.submit(login, '/login', { user: 'ada', password });
    const wrong = await Promise.all(Array.from({ length: 12 }, () => attempt('wrong')));
    const statuses = wrong.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    const late = await attempt('correct horse');
    expect([late.status, late.text]).toEqual([429, expect.stringContaining('15 minutes')]);
    advance(901);
    expect((await browser.submit(await signIn('ada'), '/consent')).text).toContain('You are ada.');
  });
});

describe('an authorisation request', () => {
  it('without PKCE fails with invalid_request', async () => {
    const url = new URL(await authorisationUrl({}));
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    expect(await errorAt(url.href)).toBe('invalid_request');
  });

  it('with prompt=none below the level demanded fails with unmet_authentication_requirements', async () => {
    await browser.submit(await signIn('ada'), '/consent');
    expect(await errorOf({ prompt: 'none', acr_values: 'aal2' })).toBe(
      'unmet_authentication_requirements',
    );
  });

  it('with prompt=none and an authentication that is too old fails with login_required', async () => {
    await browser.submit(await enterCode(await signIn('bea'), 'bea'), '/consent');
    const request = { prompt: 'none', acr_values: 'aal2', max_age: '60' };
    expect(await errorOf(request)).toBeNull();
    advance(61);
    expect(await errorOf(request)).toBe('login_required');
  });
});

it('a sign-in gives the visit a new id, and the id from before it is nobody', async () => {
  const before = (await fetch(`${shop}/`)).headers.getSetCookie()[0]!.split(';')[0]!;
  const [name = '', id = ''] = before.split('=');
  browser = createBrowser(new Map([[name, id]]));
  const home = await browser.submit(await signIn('ada'), '/consent');
  expect(home.text).toContain('You are ada.');
  const old = await fetch(`${shop}/`, { headers: { cookie: before } });
  expect(await old.text()).toContain('You are not signed in.');
});

it('a page of the provider is neither stored nor framed', async () => {
  const { headers } = await browser.open(`${shop}/sign-in`);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
});
