import { createKeyRing } from '@stepward/core';
import { isText, required } from '@stepward/core/adapter';
import { createRecordingLogger, createTestStepward, type RecordingLogger } from '@stepward/testing';
import { describe, expect, it, vi } from 'vitest';
import { LINK_KEYS } from '../../test/link-keys.js';
import { csrfOf, expectMessage } from '../../test/page-answer.js';
import { createPortalBrowser, ORIGIN } from '../../test/portal-browser.js';
import {
  createPortalPage,
  frameEnglish,
  frameGerman,
  portalSessionRules,
  type PortalContent,
  type PortalOutcome,
  type PortalPageOptions,
  type PortalRoute,
  type PortalSession,
  type PortalSessionShape,
  type PortalTexts,
} from '../index.js';

interface CountTexts extends PortalTexts {
  readonly counted: string;
}
type Route = PortalRoute<CountSession, CountTexts>;

/** With the name of a role, which a real session may have beside its ids. */
interface CountSession extends PortalSession {
  readonly role: string;
}

const SESSION_SHAPE: PortalSessionShape<CountSession> = {
  rules: { ...portalSessionRules, role: required('a text', isText) },
  pick: ({ tenantId, sessionId, role }) => ({ tenantId, sessionId, role }),
  namesOf: ({ tenantId, role }) => ({ person: role, account: tenantId }),
};

const SHIPPED = {
  en: { ...frameEnglish, heading: 'The count', counted: 'The count of {who} is up.' },
  de: { ...frameGerman, heading: 'Der Zähler', counted: 'Der Zähler von {who} ist höher.' },
};

/** A page with one number for each tenant, which its form counts up. */
async function createCountWorld(
  changes: Partial<PortalPageOptions<CountSession, CountTexts, 'policies'>> = {},
) {
  const { stepward, clock } = await createTestStepward();
  const logger = createRecordingLogger();
  const counts = new Map<string, number>();
  const signedIn: { session: CountSession | null } = {
    session: { tenantId: 'acme', sessionId: 'session-1', role: 'boss' },
  };
  const content = (title: string, text: string): PortalContent => ({
    title,
    back: null,
    alert: null,
    body: text,
  });
  const count: Route = {
    path: '/count',
    async show({ session, chosen, csrf }) {
      const text = `${String(counts.get(session.tenantId) ?? 0)} name="csrf" value="${csrf}"`;
      return { ...content(chosen.texts.heading, text) };
    },
    actions: {
      async up({ session }, form): Promise<PortalOutcome<CountTexts>> {
        if (form.get('fail') !== undefined) throw new Error('the count failed');
        counts.set(session.tenantId, (counts.get(session.tenantId) ?? 0) + 1);
        const values = { who: form.get('who') ?? '' };
        return { type: 'redirect', path: '/count', notice: { text: 'counted', values } };
      },
      async refuse({ chosen }) {
        const refused = { ...content(chosen.texts.heading, 'as before'), alert: 'No.' };
        return { type: 'refused', status: 422, content: refused };
      },
      async secret({ session, chosen }) {
        counts.set(session.tenantId, (counts.get(session.tenantId) ?? 0) + 1);
        return { type: 'show_once', content: content(chosen.texts.heading, 'whsec_shown_once') };
      },
      vanish: async () => null,
    },
  };
  const one: Route = {
    path: '/count/:name',
    async show({ params }) {
      if (params['name'] === 'locked') {
        const refused = { ...content('Locked', ''), alert: 'Not for you.' };
        return { type: 'refused', status: 403, headers: { 'x-why': 'locked' }, content: refused };
      }
      return params['name'] === 'a b' ? content('A b', 'it is here') : null;
    },
  };
  const page = createPortalPage<CountSession, CountTexts, 'policies'>(
    {
      factory: 'createCountPage',
      path: '/count',
      services: ['policies'],
      session: SESSION_SHAPE,
      limitedAs: 'customer',
      shipped: SHIPPED,
      routes: [count, one],
    },
    {
      stepward,
      keys: LINK_KEYS,
      publicUrl: ORIGIN,
      signedIn: () => signedIn.session,
      brand: { name: 'Example' },
      clock,
      logger,
      ...changes,
    },
  );
  // The test page writes its token as text, where quotes are escaped.
  const plain = {
    ...page,
    handle: async (request: Parameters<typeof page.handle>[0]) => {
      const answer = await page.handle(request);
      if (typeof answer?.body !== 'string') return answer;
      return { ...answer, body: answer.body.replaceAll('&quot;', '"') };
    },
  };
  return {
    page,
    plain,
    logger,
    counts,
    signedIn,
    clock,
    stepward,
    ...createPortalBrowser(plain),
    /** The same page in another browser. */
    otherBrowser: () => createPortalBrowser(plain),
  };
}

const REFUSED = 'The form could not be accepted';

describe('a page for people who are signed in', () => {
  it('carries a form out, redirects, and reports it on a page that may be reloaded', async () => {
    const { submit, open, counts } = await createCountWorld();
    const done = await submit('/count', { do: 'up', who: '<b>Ada</b>' });
    expect(done.status).toBe(303);
    const location = done.headers.get('location') ?? '';
    expect(location).toMatch(/^\/count\?notice=/);
    for (let opened = 0; opened < 2; opened += 1) {
      const { html } = await open(location);
      expect(html).toContain('The count of <bdi>&lt;b&gt;Ada&lt;/b&gt;</bdi> is up.');
    }
    expect(counts.get('acme')).toBe(1);
  });

  it('shows no notice that it did not write, of another session, or of a minute ago', async () => {
    const { submit, open, clock, signedIn } = await createCountWorld();
    const location = (await submit('/count', { do: 'up' })).headers.get('location') ?? '';
    expect((await open(`${location}x`)).html).not.toContain('role="status"');
    const { session } = signedIn;
    signedIn.session = { tenantId: 'acme', sessionId: 'session-2', role: 'boss' };
    expect((await open(location)).html).not.toContain('role="status"');
    signedIn.session = session;
    expect((await open(location)).html).toContain('role="status"');
    clock.advance(60_000);
    expect((await open(location)).html).not.toContain('role="status"');
  });

  it('shows that nobody is signed in, and reads no form then', async () => {
    const { submit, open, signedIn, counts } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    signedIn.session = null;
    expectMessage(await open('/count'), 403, 'You are signed out');
    expectMessage(await submit('/count', { csrf, do: 'up' }), 403, 'You are signed out');
    expect(counts.size).toBe(0);
  });

  it('has a page for what does not exist, and leaves other paths to the host', async () => {
    const { open, submit, request } = await createCountWorld();
    expect((await open('/count/a%20b')).html).toContain('it is here');
    expectMessage(await open('/count/b'), 404, 'There is nothing here');
    expectMessage(await submit('/count', { do: 'vanish' }), 404, 'There is nothing here');
    for (const path of ['/count/a/b', '/count/%E0', '/count/', '/counts', '/']) {
      const answer = await request(path);
      expect([answer.status, answer.html]).toEqual([404, '']);
    }
  });

  it('may refuse to be shown, with a status and the reason', async () => {
    const { open } = await createCountWorld();
    const refused = await open('/count/locked');
    expect([refused.status, refused.headers.get('x-why')]).toEqual([403, 'locked']);
    expect(refused.html).toContain('<title>Error: Locked – Example</title>');
    expect(refused.html).toContain('role="alert">Not for you.</p>');
  });

  it('serves GET, HEAD and POST only', async () => {
    const { request } = await createCountWorld();
    const refused = await request('/count', { method: 'DELETE' });
    expectMessage(refused, 405, REFUSED);
    expect(refused.headers.get('allow')).toBe('GET, POST');
    const head = await request('/count', { method: 'HEAD' });
    expect([head.status, head.html]).toEqual([200, '']);
  });

  // standard: asvs/3.4.3, asvs/3.4.4, asvs/3.4.5, asvs/3.4.6
  it('has headers that forbid framing, caching, referrers and every foreign source', async () => {
    const brand = { name: 'Example', logoUrl: 'https://cdn.example.net/logo.svg' };
    const { open } = await createCountWorld({ brand });
    for (const path of ['/count', '/count/none', '/count/enter']) {
      expect(Object.fromEntries((await open(path)).headers)).toEqual({
        'content-type': 'text/html; charset=utf-8',
        'content-language': 'en',
        'content-security-policy':
          "default-src 'none'; style-src 'self'; script-src 'self'; img-src https://cdn.example.net; " +
          "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'otp-credentials=(self)',
      });
    }
  });

  it('limits requests per address as the API does, but not its style', async () => {
    const limits = { customer: { perAddress: 3 } };
    const { open, post, counts } = await createCountWorld({ rateLimits: { limits } });
    const csrf = csrfOf(await open('/count'));
    expect((await open('/count/enter')).status).toBe(400);
    expect((await post('/count', { csrf, do: 'up' })).status).toBe(303);
    for (const refused of [await open('/count'), await post('/count', { csrf, do: 'up' })]) {
      expectMessage(refused, 429, 'There were too many requests');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await open('/count/page.css')).status).toBe(200);
    expect(counts.get('acme')).toBe(1);
  });

  it('logs a failure without its form, shows it as a page, and lets the form be sent again', async () => {
    const logger = createRecordingLogger();
    const { open, post, counts } = await createCountWorld({ logger });
    const csrf = csrfOf(await open('/count'));
    expectMessage(await post('/count', { csrf, do: 'up', fail: 'x' }), 500, 'Something went wrong');
    expect(logger.lines).toMatchObject([{ level: 'error', message: 'a page failed' }]);
    expect(JSON.stringify(logger.lines)).not.toContain(csrf);
    expect((await post('/count', { csrf, do: 'up' })).status).toBe(303);
    expect(counts.get('acme')).toBe(1);
  });

  it('chooses language and brand by the session', async () => {
    const brand = (tenantId: string | null) => ({ name: `Brand of ${String(tenantId)}` });
    const { open, signedIn } = await createCountWorld({ brand });
    const german = await open('/count', { 'accept-language': 'de' });
    expect(german.html).toContain('<h1>Der Zähler</h1>');
    expect(german.html).toContain('Brand of acme');
    signedIn.session = null;
    expect((await open('/count')).html).toContain('Brand of null');
  });
});

describe('a form of such a page', () => {
  it('takes effect once: sent again, in parallel too, it leads to the same page', async () => {
    const { open, post, counts } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    const first = await post('/count', { csrf, do: 'up' });
    const again = await post('/count', { csrf, do: 'up' });
    expect([again.status, again.headers.get('location')]).toEqual([
      303,
      first.headers.get('location'),
    ]);
    expectMessage(
      await post('/count', { csrf, do: 'up', who: 'x' }),
      409,
      'This form was already sent',
    );
    const next = csrfOf(await open('/count'));
    await Promise.all(Array.from({ length: 20 }, () => post('/count', { csrf: next, do: 'up' })));
    expect(counts.get('acme')).toBe(2);
  });

  it('shows a secret once', async () => {
    const { open, post, counts } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    const shown = await post('/count', { csrf, do: 'secret' });
    expect([shown.status, shown.html.includes('whsec_shown_once')]).toEqual([200, true]);
    const again = await post('/count', { csrf, do: 'secret' });
    expectMessage(again, 409, 'This form was already sent');
    expect(counts.get('acme')).toBe(1);
  });

  it('is another form where it is sent to another path', async () => {
    const { open, post } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    expect((await post('/count', { csrf, do: 'up' })).status).toBe(303);
    const elsewhere = await post('/count/a%20b', { csrf, do: 'up' });
    expectMessage(elsewhere, 409, 'This form was already sent');
  });

  it('keeps its answer where its use cannot be stored', async () => {
    const logger = createRecordingLogger();
    const { open, post, stepward } = await createCountWorld({ logger });
    const csrf = csrfOf(await open('/count'));
    vi.spyOn(stepward.idempotency, 'finish').mockRejectedValueOnce(
      new Error('the database is away'),
    );
    const shown = await post('/count', { csrf, do: 'secret' });
    expect([shown.status, shown.html.includes('whsec_shown_once')]).toEqual([200, true]);
    expect(logger.lines).toMatchObject([{ message: 'the use of a form was not stored' }]);
  });

  it('may be sent again after a refusal, which is a page with the reason', async () => {
    const { open, post } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    const refused = await post('/count', { csrf, do: 'refuse' });
    expect(refused.status).toBe(422);
    expect(refused.html).toContain('<title>Error: The count – Example</title>');
    expect(refused.html).toContain('role="alert">No.</p>');
    expect((await post('/count', { csrf, do: 'up' })).status).toBe(303);
  });

  // standard: nist/5.1-forgery, asvs/3.5.1
  it.each([
    ['without its token', { csrf: '' }, {}],
    ['with a forged token', { csrf: 'eyJhbGciOiJkaXIifQ..a.b.c' }, {}],
    ['with an action that the page does not have', { do: 'constructor' }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another site of the same domain', {}, { 'sec-fetch-site': 'same-site' }],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from a frame without an origin', {}, { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ])('is refused %s', async (_, fields, headers) => {
    const { submit, counts } = await createCountWorld();
    expectMessage(await submit('/count', { do: 'up', ...fields }, headers), 403, REFUSED);
    expect(counts.size).toBe(0);
  });

  it('is refused after an hour, in another session, and for another tenant', async () => {
    const { open, post, signedIn, clock, counts } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    for (const session of [
      { tenantId: 'acme', sessionId: 'session-2', role: 'boss' },
      { tenantId: 'globex', sessionId: 'session-1', role: 'boss' },
    ]) {
      signedIn.session = session;
      expectMessage(await post('/count', { csrf, do: 'up' }), 403, REFUSED);
    }
    signedIn.session = { tenantId: 'acme', sessionId: 'session-1', role: 'boss' };
    clock.advance(3_600_000);
    expectMessage(await post('/count', { csrf, do: 'up' }), 403, REFUSED);
    expect(counts.size).toBe(0);
  });

  it.each([
    ['of 1 MB', 413, new URLSearchParams({ who: 'x'.repeat(1_048_576) })],
    ['in JSON', 415, JSON.stringify({ do: 'up' })],
  ])('%s is refused with a page', async (_, status, body) => {
    const { request } = await createCountWorld();
    expectMessage(await request('/count', { method: 'POST', body }), status, REFUSED);
  });
});

describe('what a host has set up wrongly', () => {
  const warnings = ({ lines }: RecordingLogger) => lines.filter(({ level }) => level === 'warn');

  it('is not a session with more fields: forms hold while those change', async () => {
    const { submit, signedIn, counts } = await createCountWorld({
      signedIn: () => {
        requests += 1;
        return signedIn.session && { ...signedIn.session, lastSeenAt: requests };
      },
    });
    let requests = 0;
    expect((await submit('/count', { do: 'up' })).status).toBe(303);
    expect(counts.get('acme')).toBe(1);
  });

  it('is warned of once for each reason, with the values that differ, and then at debug', async () => {
    const { open, post, submit, signedIn, clock, logger } = await createCountWorld();
    const csrf = csrfOf(await open('/count'));
    signedIn.session = { tenantId: 'acme', sessionId: 'session-1', role: 'clerk' };
    const foreign = { origin: 'https://login.example.com', 'sec-fetch-site': 'same-site' };
    for (let sent = 0; sent < 2; sent += 1) {
      await post('/count', { csrf, do: 'up' });
      await post('/count', { csrf, do: 'up' }, foreign);
    }
    await post('/count', { do: 'up' });
    await submit('/count', {});
    const late = csrfOf(await open('/count'));
    clock.advance(3_600_000);
    await post('/count', { csrf: late, do: 'up' });
    const origin = {
      expected: ORIGIN,
      origin: ['https://login.example.com'],
      site: ['same-site'],
    };
    const refused = [
      { reason: 'session_changed', changed: ['role'] },
      { reason: 'origin', ...origin },
      { reason: 'token' },
      { reason: 'action' },
      { reason: 'expired' },
    ];
    expect(warnings(logger).map(({ fields }) => fields)).toEqual(
      refused.map((each) => ({ page: '/count', ...each })),
    );
    const others = logger.lines.filter(({ level }) => level === 'debug');
    expect(others).toMatchObject([
      { fields: { reason: 'session_changed' } },
      { fields: { reason: 'origin' } },
    ]);
  });

  it.each([
    [undefined, 'signedIn() must be null or an object of tenantId, sessionId, role'],
    ['ada', 'signedIn() must be null or an object of tenantId, sessionId, role'],
    [{ tenantId: 'acme', sessionId: 's' }, 'signedIn().role is missing; it must be a text'],
    [{ tenantId: 7, sessionId: 's', role: 'x' }, 'signedIn().tenantId must be the id of a tenant'],
  ])('is a session like %j: the error names it', async (given, message) => {
    const { open, logger } = await createCountWorld({ signedIn: () => given as never });
    expectMessage(await open('/count'), 500, 'Something went wrong');
    expect(logger.lines).toMatchObject([
      { level: 'error', fields: { error: { message: `createCountPage: ${message}` } } },
    ]);
  });

  it('is the owner of a portal link that lacks a field', async () => {
    const { page } = await createCountWorld();
    await expect(page.createPortalLink({ tenantId: 'acme' } as never)).rejects.toThrow(
      'createCountPage: owner.role is missing; it must be a text',
    );
  });

  it.each([
    ['', '/admin', 1],
    ['/admin', '/admin', 0],
    ['/eu/admin', '/Admin', 0],
    ['/admin', undefined, 0],
  ])('is the path %j of publicUrl below the path %s: %i warnings', async (path, prefix, count) => {
    const { plain, logger } = await createCountWorld({ publicUrl: ORIGIN + path });
    const browser = createPortalBrowser(plain, prefix);
    for (let opened = 0; opened < 2; opened += 1) await browser.open(`${prefix ?? ''}/count?a=/b`);
    expect(logger.lines).toEqual(
      Array.from({ length: count }, () => ({
        level: 'warn',
        message: 'publicUrl must end with the path that the page is mounted below',
        fields: { page: '/count', mountPath: prefix, publicUrlPath: path },
      })),
    );
  });

  it.each(['http://app.example.com', 'https://app.example.com/', 'https://a.example?b', 'app'])(
    'is the publicUrl %s, at once or when its function returns it',
    async (publicUrl) => {
      const expected = 'an https address without a slash at the end, or http on a loopback address';
      await expect(createCountWorld({ publicUrl })).rejects.toThrow(
        `createCountPage: publicUrl must be ${expected}`,
      );
      const { open, logger } = await createCountWorld({ publicUrl: () => publicUrl });
      expect((await open('/count')).status).toBe(500);
      expect(JSON.stringify(logger.lines)).toContain(`publicUrl must return ${expected}`);
    },
  );
});

describe('a portal link', () => {
  const owner = { tenantId: 'globex', role: 'boss' };

  // standard: nist/5.1.1-cookies, asvs/3.3.1, asvs/3.3.2, asvs/3.3.3, asvs/3.3.4, asvs/14.3.3
  it('opens the page for its tenant, in its language, without a session of the host', async () => {
    const { page, open, submit, signedIn, counts, cookies } = await createCountWorld();
    signedIn.session = null;
    const link = await page.createPortalLink(owner, { locale: 'de' });
    expect(link.startsWith(`${ORIGIN}/count/enter?link=`)).toBe(true);
    expect(link).not.toContain('globex');
    const invited = await open(link);
    expect(invited.html).toContain('Weiter');
    const entered = await submit(link, { csrf: csrfOf(invited) });
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/count']);
    expect(entered.headers.get('set-cookie')).toMatch(
      /^__Host-stepward-count=[\w.-]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(cookies.size).toBe(1);
    expect((await open('/count')).html).toContain('<h1>Der Zähler</h1>');
    expect((await submit('/count', { do: 'up' })).status).toBe(303);
    expect(counts).toEqual(new Map([['globex', 1]]));
  });

  it('names its person and tenant before its button and on every page, beside a session of the host', async () => {
    const { page, open, submit } = await createCountWorld();
    const link = await page.createPortalLink({ tenantId: 'evil', role: '<i>eve</i>' });
    const [person, account] = ['<bdi>&lt;i&gt;eve&lt;/i&gt;</bdi>', '<bdi>evil</bdi>'];
    expect((await open(link)).html).toContain(`The link is for ${person} in ${account}.`);
    expect((await open('/count')).html).not.toContain('with a link');
    await submit(link, {});
    const text = `You opened this page with a link for ${person} in ${account}.`;
    const refused = await submit('/count', { do: 'refuse' });
    for (const { html } of [await open('/count'), await open('/count/a%20b'), refused])
      expect(html).toContain(text);
  });

  it('opens nothing where the browser sends two sessions: one was planted', async () => {
    const { page, open, submit, signedIn, cookies, otherBrowser } = await createCountWorld();
    signedIn.session = null;
    await submit(await page.createPortalLink(owner), {});
    const planted = otherBrowser();
    await planted.submit(await page.createPortalLink({ tenantId: 'evil', role: 'boss' }), {});
    const both = [...planted.cookies, ...cookies].map((pair) => pair.join('=')).join('; ');
    cookies.clear();
    expectMessage(await open('/count', { cookie: both }), 403, 'You are signed out');
  });

  it('is not used up by opening it, however often', async () => {
    const { page, open, submit } = await createCountWorld();
    const link = await page.createPortalLink(owner);
    for (let opened = 0; opened < 3; opened += 1) {
      const { status, headers } = await open(link);
      expect([status, headers.get('set-cookie')]).toEqual([200, null]);
    }
    expect((await submit(link, {})).status).toBe(303);
  });

  it('works once, in whichever browser, and once of many times in parallel', async () => {
    const { page, open, post, otherBrowser } = await createCountWorld();
    const link = await page.createPortalLink(owner);
    const csrf = csrfOf(await open(link));
    const all = await Promise.all(Array.from({ length: 20 }, () => post(link, { csrf })));
    expect(all.filter(({ status }) => status === 303)).toHaveLength(1);
    const other = otherBrowser();
    expectMessage(await other.open(link), 410, 'This link was already used');
    expectMessage(await other.post(link, { csrf }), 410, 'This link was already used');
    expect(other.cookies.size).toBe(0);
  });

  it('expires after ten minutes, and its session after an hour', async () => {
    const { page, open, submit, signedIn, clock } = await createCountWorld();
    signedIn.session = null;
    const [used, late] = [await page.createPortalLink(owner), await page.createPortalLink(owner)];
    expect((await submit(used, {})).status).toBe(303);
    clock.advance(600_000);
    expectMessage(await open(late), 410, 'This link has expired');
    clock.advance(2_999_000);
    expect((await open('/count')).status).toBe(200);
    clock.advance(1_000);
    expectMessage(await open('/count'), 403, 'You are signed out');
  });

  it('is refused when it is missing, forged, foreign, or something else of the same host', async () => {
    const { page, open, post, cookies } = await createCountWorld();
    const link = await page.createPortalLink(owner);
    const other = createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(4) } });
    const foreign = await (await createCountWorld({ keys: other })).page.createPortalLink(owner);
    const token = `${ORIGIN}/count/enter?link=${csrfOf(await open('/count'))}`;
    for (const bad of ['/count/enter', `${link}x`, link.slice(0, -5), foreign, token]) {
      expectMessage(await open(bad), 400, 'This link does not work');
      expectMessage(await post(bad, {}), 400, 'This link does not work');
    }
    expectMessage(await post(link, {}), 403, REFUSED);
    const csrf = csrfOf(await open(link));
    const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expectMessage(await post(link, { csrf }, crossSite), 403, REFUSED);
    expect(cookies.size).toBe(0);
  });

  // standard: asvs/14.3.1
  it('gives a session that can be closed for good', async () => {
    const { page, open, submit, signedIn, cookies } = await createCountWorld();
    signedIn.session = null;
    await submit(await page.createPortalLink(owner), {});
    const kept = new Map(cookies);
    expectMessage(await submit('/count', { do: 'leave' }), 200, 'You have closed the session');
    expect(cookies.size).toBe(0);
    for (const [name, value] of kept) cookies.set(name, value);
    expectMessage(await open('/count'), 403, 'You are signed out');
  });

  it('leaves a session of the host alone that tries to close itself', async () => {
    const { open, submit } = await createCountWorld();
    expect((await open('/count')).html).not.toContain('Close this session');
    expectMessage(await submit('/count', { do: 'leave' }), 403, REFUSED);
  });

  it('has a cookie that a forged, shortened or foreign value does not replace', async () => {
    const { page, open, submit, cookies, signedIn } = await createCountWorld();
    signedIn.session = null;
    await submit(await page.createPortalLink(owner), {});
    const [[name = '', value = ''] = []] = cookies;
    for (const bad of [`${value}x`, value.slice(1), 'x', csrfOf(await open('/count'))]) {
      cookies.set(name, bad);
      expectMessage(await open('/count'), 403, 'You are signed out');
    }
  });
});

it('the options are checked when the page is made', async () => {
  await expect(createCountWorld({ linkLifetimeMs: 600_001 })).rejects.toThrow(
    'createCountPage: linkLifetimeMs must be an integer from 1 to 600000',
  );
  await expect(createCountWorld({ brand: { name: '' } })).rejects.toThrow(
    'createCountPage: brand.name must be a text',
  );
  await expect(createCountWorld({ texts: { de: { titel: 'x' } as never } })).rejects.toThrow(
    'createCountPage: texts.de has no text titel',
  );
});
