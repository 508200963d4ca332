import { describe, expect, it } from 'vitest';
import { csrfOf, type PageAnswer } from '../../../test/page-answer.js';
import { createPageWorld, ORIGIN } from '../../../test/page-world.js';
import { plainWebAuthn, responseTo } from '../../../test/plain-webauthn.js';
import { textOf } from '../../../test/portal-browser.js';
import { createSecurityWorld } from '../../../test/security-world.js';

const PAGE = '/security/webauthn';

/** Ada's `/security`, with WebAuthn. */
async function createWorld() {
  const world = await createSecurityWorld({}, { webauthn: plainWebAuthn });
  const { submit, post } = world;
  /** The page on which the browser is asked for a new key. */
  const start = (name = ''): Promise<PageAnswer> => submit(PAGE, { do: 'start', name });
  /** Sends what the browser gives. */
  const give = (page: PageAnswer, response: string, name = ''): Promise<PageAnswer> =>
    post(PAGE, { csrf: csrfOf(page), do: 'verify', response, name });
  async function enrol(id: string, name = ''): Promise<PageAnswer> {
    const asked = await start(name);
    return give(asked, responseTo(asked.html, id), name);
  }
  return { ...world, start, give, enrol };
}

describe('passkeys and security keys on the security page', () => {
  it('are set up by a response to the options, which are shown once', async () => {
    const { open, start, give, methods, post } = await createWorld();
    expect(textOf((await open('/security')).html)).toContain('Passkey or security key Off');
    const csrf = csrfOf(await open('/security'));
    const asked = await post(PAGE, { csrf, do: 'start', name: '' });
    expect(asked.html).toContain('data-webauthn="create"');
    expect(asked.headers.get('cache-control')).toBe('no-store');
    const repeated = await post(PAGE, { csrf, do: 'start', name: '' });
    expect([repeated.status, repeated.html.includes('data-options')]).toEqual([409, false]);
    const done = await give(asked, responseTo(asked.html, 'key-1'));
    expect([done.status, await methods()]).toEqual([303, ['webauthn']]);
    expect((await open(PAGE)).html).not.toContain('data-options');
    expect((await start()).status).toBe(403);
  });

  it('have names, are renamed and removed, and there are ten at most', async () => {
    const { start, enrol, raise, open, follow, authenticators, clock } = await createWorld();
    await enrol('key-0');
    raise('aal2');
    for (let more = 1; more < 10; more += 1) {
      // 10 starts an hour.
      clock.advance(3_600_000);
      expect((await enrol(`key-${String(more)}`, `Key ${String(more)}`)).status).toBe(303);
    }
    const full = await open('/security');
    expect(textOf(full.html)).toContain('You have set up as many as you can. Remove one first.');
    expect(full.html).not.toContain(`action="${PAGE}"`);
    clock.advance(3_600_000);
    const eleventh = await start('Key 10');
    expect([eleventh.status, eleventh.html.includes('data-options')]).toEqual([409, false]);
    const [first = '', second = ''] = await authenticators();
    const renamed = await follow(second, { do: 'rename', name: 'Spare' });
    expect(textOf(renamed.html)).toContain('Saved: Spare');
    const removed = await follow(first, { do: 'remove' });
    expect(textOf(removed.html)).toContain('Removed: Passkey or security key');
    expect(await authenticators()).toHaveLength(9);
  });

  it('are refused with the reason', async () => {
    const { start, give, enrol, raise, clock, methods } = await createWorld();
    const asked = await start();
    const refused = async (response: string) => {
      const { status, html } = await give(asked, response);
      expect(html).not.toContain('data-options');
      return [status, textOf(html)];
    };
    const wrong = JSON.stringify({ id: 'key-1', challenge: 'another' });
    expect(await refused('no JSON')).toEqual([422, expect.stringContaining('could not use')]);
    expect(await refused(wrong)).toEqual([422, expect.stringContaining('was not accepted')]);
    clock.advance(300_000);
    const late = await refused(responseTo(asked.html, 'key-1'));
    expect(late).toEqual([422, expect.stringContaining('The request is no longer valid.')]);
    expect(await methods()).toEqual([]);

    await enrol('key-1');
    raise('aal2');
    const known = await enrol('key-1');
    expect([known.status, textOf(known.html)]).toEqual([
      409,
      expect.stringContaining('is already set up'),
    ]);
  });

  it('are not asked for with a malformed name, or after ten starts in an hour', async () => {
    const { start } = await createWorld();
    const malformed = await start('Work\u202Ekey');
    expect([malformed.status, malformed.html.includes('data-options')]).toEqual([422, false]);
    for (let started = 0; started < 10; started += 1) expect((await start()).status).toBe(200);
    const more = await start();
    expect([more.status, textOf(more.html)]).toEqual([
      429,
      expect.stringContaining('You have started the setup too often.'),
    ]);
  });

  it('have no section where the host has no WebAuthn', async () => {
    const { open, submit } = await createSecurityWorld();
    expect((await open('/security')).html).not.toContain(PAGE);
    expect((await submit(PAGE, { do: 'start', name: '' })).status).toBe(503);
  });

  it('have a script that may be cached under its version alone', async () => {
    const { start, open } = await createWorld();
    const [, address = ''] = /<script src="([^"]*)"/.exec((await start()).html) ?? [];
    const script = await open(address.replaceAll('&amp;', '&'));
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(Buffer.byteLength(script.html)).toBeLessThanOrEqual(3_072);
    expect((await open(`${PAGE}.js?v=other`)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('passkeys and security keys on the code page', () => {
  /** Ada with the key `key-1`, at the page that asks the browser for it. */
  async function createAsked() {
    const world = await createPageWorld({}, { webauthn: plainWebAuthn });
    const { stepward, ada, link, open, submit, request } = world;
    const { options } = (await stepward.webauthn.start(ada))._unsafeUnwrap();
    const response = { id: 'key-1', challenge: options['challenge'] };
    (await stepward.webauthn.verify(ada, { response }))._unsafeUnwrap();
    const url = await link({ factor: 'webauthn', returnTo: '/inbox' });
    const first = await open(url);
    const asked = await submit(url, { do: 'send' });
    const give = (given: string) =>
      request(url, {
        method: 'POST',
        body: new URLSearchParams({ csrf: csrfOf(asked), do: 'verify', response: given }),
        headers: { origin: ORIGIN },
      });
    return { ...world, first, asked, give };
  }

  it('are asked for after a button was pressed, and a right response ends the link', async () => {
    const { first, asked, give, verified } = await createAsked();
    expect(first.html).toContain('data-webauthn="get"');
    expect(first.html).not.toContain('data-options');
    expect(textOf(first.html)).toContain('Get a code by text message');
    expect([asked.status, asked.html.includes('id="code"')]).toEqual([200, false]);
    const done = await give(responseTo(asked.html, 'key-1'));
    expect([done.status, done.headers.get('location')]).toEqual([303, '/inbox']);
    expect(verified).toMatchObject([{ amr: ['hwk', 'mfa', 'user'] }]);
    expect((await give(responseTo(asked.html, 'key-1'))).status).toBe(410);
  });

  it('are refused with the reason, and can be asked for again', async () => {
    const { asked, give, verified, clock } = await createAsked();
    const refused = async (response: string) => {
      const { status, html } = await give(response);
      expect(html).toContain('Continue with passkey or security key');
      return [status, /role="alert">([^<]*)/.exec(html)?.[1]];
    };
    const unknown = responseTo(asked.html, 'key-2');
    expect(await refused('')).toEqual([422, expect.stringContaining('could not use')]);
    expect(await refused(unknown)).toEqual([422, expect.stringContaining('was not accepted')]);
    clock.advance(300_000);
    const late = await refused(responseTo(asked.html, 'key-1'));
    expect(late).toEqual([422, 'The request is no longer valid. Start again.']);
    expect(verified).toEqual([]);
  });

  it('keep the budgets over 500 tries', async () => {
    const { asked, give, submit, link, verified } = await createAsked();
    const wrong = JSON.stringify({ id: 'key-1', challenge: 'another' });
    for (let tried = 0; tried < 5; tried += 1) await give(wrong);
    const { html } = await give(responseTo(asked.html, 'key-1'));
    expect(textOf(html)).toContain('There were too many wrong attempts.');
    const url = await link({ factor: 'webauthn' });
    for (let tried = 0; tried < 500; tried += 1) {
      const { status } = await submit(url, { do: 'verify', response: wrong });
      expect([404, 422, 429]).toContain(status);
    }
    expect(verified).toEqual([]);
  });
});
