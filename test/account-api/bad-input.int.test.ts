/**
 * What no well-meaning client sends, as bytes on a socket. Whatever it is: nothing is stored, no SMS
 * goes out, and the server answers the next request.
 */
import { describe, expect, it } from 'vitest';
import {
  bodies,
  CHUNKED,
  chunkOf,
  headers,
  inChunks,
  LIMIT,
  mediaTypes,
  methods,
  NO_BODY,
  padded,
  rawRequest,
  sizes,
  SMS,
  tenants,
  type Good,
  type Spoil,
} from './bad-requests.js';
import { assertWellFormed, outcome, problemOf, type Answer } from '../harness/answer.js';
import { onEveryHost } from './harness/host.js';
import { EVERY_FRAMEWORK } from '../harness/every-host.js';
import { sendAndVanish, sendRaw } from '../harness/raw-http.js';

onEveryHost((host) => {
  // standard: asvs/2.2.1, asvs/2.2.2, asvs/13.4.4
  describe.each([
    ['the body', bodies],
    ['the content type', mediaTypes],
    ['the size', sizes],
    ['a header', headers],
    ['the tenant', tenants],
    ['the method', methods],
  ])('a problem, and nothing stored or sent, where %s is wrong:', (_, cases) => {
    // spec: account/put
    it.each(cases)('%s', async (_name, spoil, expected) => {
      const answer = await leavingNoTrace((good) => send(good, spoil));
      assertWellFormed(answer);
      expect(outcome(answer)).toBe(expected);
    });
  });

  describe('a wrong method', () => {
    it.each([
      ['GET', SMS, 'POST, PUT, DELETE'],
      ['OPTIONS', SMS, 'POST, PUT, DELETE'],
      ['POST', '/v1/account/mfa', 'GET, HEAD'],
      ['OPTIONS', '/v1/account/mfa', 'GET, HEAD'],
      ['POST', '/v1/account/phone', 'PUT, DELETE'],
      ['PATCH', '/v1/account/phone', 'PUT, DELETE'],
    ])('%s %s is 405, and Allow says %s', async (method, path, allow) => {
      const answer = await leavingNoTrace((good) =>
        send(good, () => ({ method, path, ...NO_BODY })),
      );
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    });

    it('HEAD on the enrolment is 405 without a body', async () => {
      const answer = await leavingNoTrace((good) =>
        send(good, () => ({ method: 'HEAD', ...NO_BODY })),
      );
      expect([answer.status, answer.text]).toEqual([405, '']);
      expect(answer.headers.get('allow')).toBe('POST, PUT, DELETE');
    });

    it('HEAD on the status is like GET, without the body', async () => {
      const head = (good: Good, authorization: readonly string[]): Promise<Answer> =>
        send(good, () => ({ method: 'HEAD', path: '/v1/account/mfa', authorization, ...NO_BODY }));
      const fine = await leavingNoTrace((good) => head(good, [`Bearer ${good.token}`]));
      const refused = await leavingNoTrace((good) => head(good, []));
      expect([fine.status, fine.text, refused.status, refused.text]).toEqual([200, '', 401, '']);
      expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="account"');
    });
  });

  describe('a body that breaks off', () => {
    it.each<[string, Spoil]>([
      [
        'in the middle of what Content-Length promised',
        ({ code }) => ({ body: `{"code":"${code}"`, framing: [['content-length', '1000']] }),
      ],
      ['before its first byte', () => ({ body: '', framing: [['content-length', '1000']] })],
      [
        'in the middle of a chunk',
        ({ code }) => ({ body: `3e8\r\n{"code":"${code}"}`, framing: CHUNKED }),
      ],
      [
        'between two chunks',
        ({ code }) => ({ body: chunkOf(`{"code":"${code}"}`), framing: CHUNKED }),
      ],
    ])('%s is dropped', async (_, spoil) => {
      await leavingNoTrace(async (good) => sendAndVanish(host.port, await rawRequest(good, spoil)));
    });
  });

  // standard: asvs/4.2.1
  describe('what Node itself refuses', () => {
    it.each<[string, Spoil]>([
      ['a Content-Length that is too short', () => ({ framing: [['content-length', '3']] })],
      [
        'two different lengths',
        () => ({
          framing: [
            ['content-length', '3'],
            ['content-length', '17'],
          ],
        }),
      ],
      ['a length and chunks', () => ({ framing: [['content-length', '17'], ...CHUNKED] })],
      ['a length that is no number', () => ({ framing: [['content-length', 'ten']] })],
    ])('%s is 400, and nothing is stored or sent', async (_, spoil) => {
      const answer = await leavingNoTrace((good) => send(good, spoil));
      expect(answer.status).toBe(400);
    });
  });

  describe('and what is unusual, but right, is taken:', () => {
    it.each<[string, Spoil]>([
      ['a body of exactly 16 KiB', ({ code }) => ({ body: padded(code, LIMIT) })],
      ['a body in chunks of one byte', ({ code }) => inChunks(`{"code":"${code}"}`, 1)],
      ['a content type in capitals', () => ({ contentTypes: ['APPLICATION/JSON; charset=UTF-8'] })],
      [
        'unknown keys',
        ({ code }) => ({ body: JSON.stringify({ code, identity_id: 'x', verified: 1 }) }),
      ],
      ["the tenant's own header", ({ ada }) => ({ more: [['X-Tenant-ID', ada.tenantId]] })],
      ["the tenant's own subdomain", ({ ada }) => ({ host: `${ada.tenantId}.EXAMPLE.test:8443` })],
      ['a host elsewhere', () => ({ host: 'globex.example.org' })],
      ['a scheme in capitals', ({ token }) => ({ authorization: [`BEARER  ${token}`] })],
    ])('%s', async (_, spoil) => {
      const good = await pending();
      const answer = await send(good, spoil);
      expect([answer.status, answer.text]).toEqual([
        200,
        expect.stringContaining('"enabled":true'),
      ]);
    });

    it('an unspecific content type, on a route that reads no body', async () => {
      const ada = await host.person();
      const answer = await sendRaw(host.port, {
        method: 'POST',
        path: SMS,
        headers: [
          ['host', 'x'],
          ['authorization', `Bearer ${await ada.token()}`],
          ['content-type', 'garbage'],
          ['content-length', '2'],
        ],
        body: '{{',
      });
      expect(outcome(answer)).toBe('201');
    });
  });

  it('a duplicated header is named in errors', async () => {
    const answer = await leavingNoTrace((good) =>
      send(good, () => ({ contentTypes: ['application/json', 'text/plain'] })),
    );
    expect(problemOf(answer).errors).toMatchObject([{ field: 'content-type' }]);
  });

  it('no prototype was touched by any of it', () => {
    expect(Reflect.ownKeys(Object.prototype).filter((key) => key === 'code')).toEqual([]);
  });

  async function pending(): Promise<Good> {
    const ada = await host.person();
    await ada.start();
    return { ada, host, code: ada.code(), token: await ada.token() };
  }

  async function send(good: Good, spoil: Spoil): Promise<Answer> {
    return sendRaw(host.port, await rawRequest(good, spoil));
  }

  /** Runs `act` and demands that storage and phones are as before, and that the server goes on. */
  async function leavingNoTrace<T>(act: (good: Good) => Promise<T>): Promise<T> {
    const good = await pending();
    const { ada } = good;
    const before = await ada.snapshot();
    const attempts = host.sms.attempts;
    const result = await act(good);
    expect(outcome(await ada.status())).toBe('200');
    expect(await ada.snapshot()).toEqual(before);
    expect(host.sms.attempts).toBe(attempts);
    return result;
  }
}, EVERY_FRAMEWORK);
