import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from './fetch-handler.js';
import type { FetchRequestContext } from './fetch-request.js';
import type { HttpApi, HttpBody, HttpRequest } from '../http-types.js';
import { createAccountWorld } from '../../test/worlds/account-world.js';

const ORIGIN = 'https://acme.example.com';
const SMS = `${ORIGIN}/v1/account/mfa/sms`;
const LIMIT = 16;

describe('the fetch handler', () => {
  it('answers a Request with a Response', async () => {
    const { api } = await createAccountWorld({ tenantDomain: 'example.com' });
    const headers = { authorization: 'Bearer ada-token' };
    const response = await createFetchHandler(api)(new Request(SMS, { method: 'POST', headers }));
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ data: { status: 'pending' } });
  });

  it('reads the body of a Request', async () => {
    const { api } = await createAccountWorld();
    const response = await createFetchHandler(api)(
      new Request(SMS, {
        method: 'PUT',
        headers: { authorization: 'Bearer ada-token', 'content-type': 'application/json' },
        body: JSON.stringify({ code: '123456' }),
      }),
    );
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { reason: 'nothing_pending' },
    ]);
  });

  it('takes the tenant from the host name', async () => {
    const { api } = await createAccountWorld({ tenantDomain: 'example.com' });
    const headers = { authorization: 'Bearer ada-token' };
    const other = new Request(SMS.replace('acme', 'globex'), { method: 'POST', headers });
    expect((await createFetchHandler(api)(other)).status).toBe(403);
  });

  it('answers 404 where no route has the path', async () => {
    const { api } = await createAccountWorld();
    expect((await createFetchHandler(api)(new Request(`${ORIGIN}/other`))).status).toBe(404);
  });

  it("passes on the host's client information and the parts of the URL", async () => {
    const { request } = await seenBy(new Request(`${SMS}?a=1&b`, { headers: { 'X-One': '1' } }));
    expect(request).toMatchObject({
      method: 'GET',
      path: '/v1/account/mfa/sms',
      query: 'a=1&b',
      host: 'acme.example.com',
      clientAddress: '203.0.113.9',
      scheme: 'https',
      original: expect.any(Request),
      headers: { 'x-one': ['1'] },
    });
  });

  it('takes address, scheme and original of one request from its second argument', async () => {
    const original = { of: 'a framework' };
    const context = { clientAddress: '203.0.113.8', scheme: 'http', original } as const;
    const { request } = await seenBy(new Request(SMS), { context });
    expect(request).toMatchObject(context);
    const gone = await seenBy(new Request(SMS), { context: { clientAddress: undefined } });
    expect(gone.request.clientAddress).toBe('');
  });

  it('ignores what else a framework passes there, such as the parameters of Next.js', async () => {
    const asked = new Request(SMS);
    const { request } = await seenBy(asked, { context: { params: {} } as object });
    expect(request).toMatchObject({ clientAddress: '203.0.113.9', original: asked });
    const GET: (request: Request, context: { params: Promise<object> }) => Promise<Response> =
      createFetchHandler(echo([]));
    expect((await GET(asked, { params: Promise.resolve({}) })).status).toBe(404);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'takes plain http on %s while it knows no address, but not through a proxy',
    async (host) => {
      const { api } = await createAccountWorld();
      const handle = createFetchHandler(api);
      const statusOf = async (headers: object = {}, known = {}): Promise<number> => {
        const all = { authorization: 'Bearer ada-token', ...headers };
        const asked = new Request(`http://${host}:3000/v1/account/mfa`, { headers: all });
        return (await handle(asked, known)).status;
      };
      expect(await statusOf()).toBe(200);
      // Next.js sets the header itself.
      expect(await statusOf({ 'x-forwarded-for': '::ffff:127.0.0.1' })).toBe(200);
      expect(await statusOf({ 'x-forwarded-for': '203.0.113.7' })).toBe(403);
      expect(await statusOf({}, { clientAddress: '203.0.113.7' })).toBe(403);
    },
  );

  it('takes the scheme from the host where a proxy ends TLS', async () => {
    const { api } = await createAccountWorld();
    const headers = { authorization: 'Bearer ada-token' };
    const url = 'http://acme.example.com/v1/account/mfa';
    const get = (): Request => new Request(url, { headers });
    const refused = await createFetchHandler(api)(get());
    expect([refused.status, await refused.json()]).toMatchObject([403, { reason: 'tls_required' }]);
    expect((await createFetchHandler(api, { scheme: () => 'https' })(get())).status).toBe(200);
  });

  it('serves the API below a prefix, and nothing beside it', async () => {
    const { api } = await createAccountWorld();
    const handle = createFetchHandler(api, { prefix: '/identity/api' });
    const statusOf = async (path: string): Promise<number> => {
      const headers = { authorization: 'Bearer ada-token' };
      return (await handle(new Request(`${ORIGIN}${path}`, { headers }))).status;
    };
    expect(await statusOf('/identity/api/v1/account/mfa')).toBe(200);
    expect(await statusOf('/v1/account/mfa')).toBe(404);
    expect(await statusOf('/identity/apiv1/account/mfa')).toBe(404);
    expect(await statusOf('/identity/api')).toBe(404);
  });

  it.each(['identity', '/identity/', '/', '', '/a?b'])(
    'cannot have the prefix %j',
    async (prefix) => {
      const { api } = await createAccountWorld();
      expect(() => createFetchHandler(api, { prefix })).toThrow(
        'createFetchHandler: prefix must be',
      );
    },
  );

  it('names the expected argument if it got another one', async () => {
    const { stepward } = await createAccountWorld();
    expect(() => createFetchHandler(stepward as never)).toThrow(
      'createFetchHandler(api): api must be what createHttpApi({ stepward, accessTokens }) returns',
    );
  });
});

describe('the body of a Request', () => {
  const bytes = (text: string): HttpBody => ({ type: 'bytes', bytes: Buffer.from(text) });

  it.each<[string, RequestInit, HttpBody]>([
    ['is read to its end', { body: 'x'.repeat(LIMIT) }, bytes('x'.repeat(LIMIT))],
    ['may be empty', {}, { type: 'bytes', bytes: new Uint8Array() }],
    ['is too large past the limit', { body: 'x'.repeat(LIMIT + 1) }, { type: 'too_large' }],
    [
      'is too large where it says so',
      { body: 'x', headers: { 'content-length': '17' } },
      { type: 'too_large' },
    ],
    [
      'is incomplete where it is shorter than it says',
      { body: 'x', headers: { 'content-length': '2' } },
      { type: 'incomplete' },
    ],
    ['is incomplete where the client goes away', { body: brokenStream() }, { type: 'incomplete' }],
  ])('%s', async (_, init, expected) => {
    const { body } = await seenBy(new Request(SMS, { method: 'PUT', duplex: 'half', ...init }));
    expect(body).toEqual(expected);
  });

  it('is read no further than the limit, however long it goes on', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(8));
      },
    });
    const { body } = await seenBy(
      new Request(SMS, { method: 'PUT', duplex: 'half', body: endless }),
    );
    expect(body).toEqual({ type: 'too_large' });
    expect(pulled).toBeLessThan(10);
  });

  it('is aborted at the deadline, and its stream is cancelled', async () => {
    const clock = createFixedClock();
    let stopped = false;
    const stalled = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(8));
        clock.advance(10_000);
        return new Promise(() => undefined);
      },
      cancel() {
        stopped = true;
      },
    });
    const request = new Request(SMS, { method: 'PUT', duplex: 'half', body: stalled });
    const { body } = await seenBy(request, { deadline: clock.timeout(10_000) });
    expect([body, stopped]).toEqual([{ type: 'timed_out' }, true]);
  });
});

/** What an API behind the handler gets to see. */
async function seenBy(
  request: Request,
  { context = {}, deadline }: { context?: FetchRequestContext; deadline?: AbortSignal } = {},
): Promise<Seen> {
  const seen: Seen[] = [];
  const handle = createFetchHandler(echo(seen, deadline), { clientAddress: () => '203.0.113.9' });
  await handle(request, context);
  return seen[0]!;
}

interface Seen {
  readonly request: HttpRequest;
  readonly body: HttpBody;
}

function echo(seen: Seen[], deadline = new AbortController().signal): HttpApi {
  return {
    paths: [],
    async handle(request) {
      seen.push({ request, body: await request.readBody(LIMIT, deadline) });
      return null;
    },
  };
}

function brokenStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1));
      controller.error(new Error('connection reset'));
    },
  });
}
