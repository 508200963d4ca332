import { createKeyRing } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { expectMessage } from '../../../test/page-answer.js';
import { createPageWorld, ORIGIN } from '../../../test/page-world.js';

const INVALID = 'This link does not work';

describe('a link to the code page', () => {
  it('is refused when it is missing, forged or shortened, and no code is tried', async () => {
    const { linkWithCode, open, request, verified, lastCode } = await createPageWorld();
    const url = await linkWithCode();
    const at = url.length - 12;
    const forged = url.slice(0, at) + (url[at] === 'A' ? 'B' : 'A') + url.slice(at + 1);
    for (const bad of ['/sms-verify', '/sms-verify?state=', forged, url.slice(0, -9), `${url}=`]) {
      expectMessage(await open(bad), 400, INVALID);
      const body = new URLSearchParams({ do: 'verify', code: lastCode() });
      expectMessage(await request(bad, { method: 'POST', body }), 400, INVALID);
    }
    expect(verified).toEqual([]);
  });

  it('is refused when another host made it, or this one under a key that has left the ring', async () => {
    const keys = createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(4) } });
    const other = createKeyRing({ active: { id: 'other', secret: new Uint8Array(32).fill(3) } });
    const { open } = await createPageWorld();
    for (const ring of [keys, other]) {
      const foreign = await (await createPageWorld({ keys: ring })).link();
      expectMessage(await open(foreign), 400, INVALID);
    }
  });

  it('expires after ten minutes, to the millisecond', async () => {
    const { link, open, submit, clock, sms } = await createPageWorld();
    const url = await link();
    clock.advance(599_000);
    expect((await open(url)).status).toBe(200);
    const before = sms.sent.length;
    clock.advance(1_000);
    expectMessage(await open(url), 410, 'This link has expired');
    expectMessage(await submit(url, { do: 'send' }), 410, 'This link has expired');
    expect(sms.sent).toHaveLength(before);
  });

  it('works once: after that it neither shows the form, nor sends, nor verifies', async () => {
    const { linkWithCode, open, submit, request, lastCode, verified, sms, clock } =
      await createPageWorld();
    const url = await linkWithCode();
    const csrf = /name="csrf" value="([^"]*)"/.exec((await open(url)).html)?.[1] ?? '';
    expect((await submit(url, { do: 'verify', code: lastCode() })).status).toBe(303);
    clock.advance(60_000);
    const before = sms.sent.length;
    for (const fields of [{ do: 'send' }, { do: 'verify', code: lastCode() }]) {
      const body = new URLSearchParams({ csrf, ...fields });
      expectMessage(
        await request(url, { method: 'POST', body }),
        410,
        'This link was already used',
      );
    }
    expectMessage(await open(url), 410, 'This link was already used');
    expect(sms.sent).toHaveLength(before);
    expect(verified).toHaveLength(1);
  });

  it('lets one of many parallel right codes through', async () => {
    const { linkWithCode, submit, lastCode, verified } = await createPageWorld();
    const url = await linkWithCode();
    const code = lastCode();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(url, { do: 'verify', code })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(verified).toHaveLength(1);
  });

  it('is useless once its session has ended', async () => {
    const { linkWithCode, open, submit, sessions, lastCode, verified } = await createPageWorld();
    const url = await linkWithCode();
    const csrf = /name="csrf" value="([^"]*)"/.exec((await open(url)).html)?.[1] ?? '';
    sessions.clear();
    expectMessage(await open(url), 403, 'You are signed out');
    const fields = { csrf, do: 'verify', code: lastCode() };
    expectMessage(await submit(url, fields), 403, 'You are signed out');
    expect(verified).toEqual([]);
  });

  it('is useless once its person is suspended', async () => {
    const { linkWithCode, open, submit, stepward, lastCode, verified } = await createPageWorld();
    const url = await linkWithCode();
    const code = lastCode();
    const ada = await stepward.identities.find('acme', 'ada');
    if (ada === null) throw new Error('ada is missing');
    const stored = await stepward.identities.put('acme', { ...ada, state: 'suspended' });
    expect(stored.isOk()).toBe(true);
    expect((await open(url)).status).toBe(200);
    expectMessage(await submit(url, { do: 'verify', code }), 403, 'You are signed out');
    expect(verified).toEqual([]);
  });
});

describe('a return address', () => {
  it.each([
    ['/', '/'],
    ['/a?b=c#d', '/a?b=c#d'],
    [`${ORIGIN}/a`, `${ORIGIN}/a`],
    ['https://app.example.com/a', 'https://app.example.com/a'],
  ])('may be %s', async (returnTo, location) => {
    const { linkWithCode, submit, lastCode } = await createPageWorld();
    const url = await linkWithCode({ returnTo });
    const right = await submit(url, { do: 'verify', code: lastCode() });
    expect(right.headers.get('location')).toBe(location);
  });

  // standard: asvs/1.2.2, asvs/3.7.2
  it.each([
    'https://evil.example',
    'http://login.example.com/',
    'https://login.example.com:8443/',
    'https://app.example.com@evil.example/',
    'https://ada@app.example.com/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'blob:https://login.example.com/x',
    'inbox',
    '',
  ])('is refused when the link is made: %j', async (returnTo) => {
    const { codePage } = await createPageWorld();
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const refused = await codePage.createVerifyLink({ ...owner, returnTo });
    expect(refused._unsafeUnwrapErr()).toEqual({ code: 'return_to_refused' });
  });
});

it.each([null, 7, new URL('https://app.example.com/a')])(
  'a return address that is no text is named in a TypeError: %j',
  async (returnTo) => {
    const { codePage } = await createPageWorld();
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const request = { ...owner, returnTo: returnTo as unknown as string };
    await expect(codePage.createVerifyLink(request)).rejects.toThrow(
      new TypeError('createVerifyLink: returnTo must be a path or an address'),
    );
  },
);

describe('a form', () => {
  it.each([
    ['without its token', 'token', { csrf: '' }, {}],
    ['with another token', 'token', { csrf: '00000000-0000-4000-8000-000000000000' }, {}],
    ['from another site', 'origin', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another site of the same domain', 'origin', {}, { 'sec-fetch-site': 'same-site' }],
    ['from another origin', 'origin', {}, { origin: 'https://evil.example' }],
    [
      'from a frame without an origin',
      'origin',
      {},
      { 'sec-fetch-site': 'cross-site', origin: 'null' },
    ],
  ])('is refused %s, and nothing is checked or sent', async (_, reason, fields, headers) => {
    const { linkWithCode, submit, lastCode, verified, sms, clock, logger } =
      await createPageWorld();
    const url = await linkWithCode();
    const code = lastCode();
    clock.advance(60_000);
    const before = sms.sent.length;
    for (const action of ['send', 'verify']) {
      const refused = await submit(url, { do: action, code, ...fields }, headers);
      expectMessage(refused, 403, 'The form could not be accepted');
    }
    expect([sms.sent.length, verified]).toEqual([before, []]);
    const refused = { page: '/sms-verify', reason };
    expect(logger.lines).toMatchObject([
      { level: 'warn', message: 'a form was refused', fields: refused },
      { level: 'debug', message: 'a form was refused', fields: refused },
    ]);
  });

  it('is accepted from a client that is no browser, with its token', async () => {
    const { linkWithCode, open, request, lastCode } = await createPageWorld();
    const url = await linkWithCode();
    const csrf = /name="csrf" value="([^"]*)"/.exec((await open(url)).html)?.[1] ?? '';
    const body = new URLSearchParams({ csrf, code: lastCode() });
    expect((await request(url, { method: 'POST', body })).status).toBe(303);
  });

  it.each([
    ['of 1 MB', 413, new URLSearchParams({ code: '1'.repeat(1_048_576) })],
    ['in JSON', 415, JSON.stringify({ code: '123456' })],
  ])('%s is refused with a page', async (_, status, body) => {
    const { linkWithCode, request } = await createPageWorld();
    const answer = await request(await linkWithCode(), { method: 'POST', body });
    expectMessage(answer, status, 'The form could not be accepted');
  });

  it('is the only thing besides GET and HEAD', async () => {
    const { linkWithCode, request } = await createPageWorld();
    const url = await linkWithCode();
    const refused = await request(url, { method: 'PUT', body: '{}' });
    expectMessage(refused, 405, 'The form could not be accepted');
    expect(refused.headers.get('allow')).toBe('GET, POST');
    const head = await request(url, { method: 'HEAD' });
    expect([head.status, head.html]).toEqual([200, '']);
  });
});

describe('an error of the host', () => {
  it('is logged without the link, and shown as a page; the link can be used again', async () => {
    let isDown = true;
    const { createRecordingLogger } = await import('@stepward/testing');
    const logger = createRecordingLogger();
    const world = await createPageWorld({
      logger,
      onVerified: () => {
        if (isDown) throw new Error('the session store is down');
      },
    });
    const url = await world.linkWithCode();
    const failed = await world.submit(url, { do: 'verify', code: world.lastCode() });
    expectMessage(failed, 500, 'Something went wrong');
    expect(logger.lines).toMatchObject([{ level: 'error', message: 'the code page failed' }]);
    expect(JSON.stringify(logger.lines)).not.toContain('state=');
    isDown = false;
    expect((await world.open(url)).status).toBe(200);
  });

  it('in its brand still answers', async () => {
    const brand = (): never => {
      throw new Error('no brand');
    };
    const { link, open } = await createPageWorld({ brand });
    const { status, html } = await open(await link());
    expect([status, html]).toEqual([500, '']);
  });
});
