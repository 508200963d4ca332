import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient, type Client, type ClientOptions } from './index.js';

const SECRET = 'a-service-secret-of-the-unit-tests';
const BASE = 'https://acme.example.com';

/** A client whose every call is answered by `answer`, and the requests that it sent. */
function clientOver(
  answer: (request: Request) => Response | Promise<Response>,
  options: Partial<ClientOptions> = {},
) {
  const sent: Request[] = [];
  const client = createClient({
    baseUrl: BASE,
    credential: { serviceSecret: SECRET },
    fetch: async (request) => {
      sent.push(request.clone());
      return answer(request);
    },
    ...options,
  });
  return { client, sent };
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

const problem = (status: number, reason: string, headers = {}): Response =>
  json(
    status,
    { type: `urn:stepward:problem:${reason}`, status, code: 'conflict', reason },
    headers,
  );

const ANSWER = {
  params: { path: { factor: 'sms' } },
  body: { session_id: 'session-1', code: '042042' },
} as const;

const verify = (client: Client) => client.POST('/v1/internal/mfa/{factor}/verify', ANSWER);
const POLICY = '/v1/customer/organisations/{orgId}/security-policy';

describe('a call', () => {
  it('sends the secret, the tenant and the body, and follows no redirect', async () => {
    const { client, sent } = clientOver(() => json(200, { verified: true }), { tenantId: 'acme' });
    await verify(client);
    const [request] = sent;
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://acme.example.com/v1/internal/mfa/sms/verify',
      redirect: 'manual',
    });
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'x-internal-service-secret': SECRET,
      'x-tenant-id': 'acme',
    });
    expect(await request?.json()).toEqual(ANSWER.body);
  });

  it.each<[ClientOptions['credential'], object]>([
    [{ serviceSecret: SECRET }, { 'x-internal-service-secret': SECRET }],
    [
      { accessToken: 'header.claims.signature' },
      { authorization: 'Bearer header.claims.signature' },
    ],
    [{ managementKey: 'service_mgmt_a2V5' }, { authorization: 'Bearer service_mgmt_a2V5' }],
    [{ cookies: 'include' }, {}],
  ])('with the credential %j has the headers %j', async (credential, headers) => {
    const { client, sent } = clientOver(() => json(200, { data: {} }), { credential });
    await client.GET('/v1/account/mfa');
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual(headers);
    expect(sent[0]?.credentials).toBe('cookies' in credential ? 'include' : 'same-origin');
  });

  it('writes parameters into path, query and headers', async () => {
    const { client, sent } = clientOver(() => json(200, { data: [], pagination: {} }));
    await client.GET('/v1/customer/webhooks/{webhookId}/deliveries', {
      params: {
        path: { webhookId: 'a/b ü' },
        query: { limit: 5, cursor: 'x&y' },
        header: { 'X-Tenant-ID': 'acme' },
      },
    });
    expect(sent[0]?.url).toBe(
      `${BASE}/v1/customer/webhooks/a%2Fb%20%C3%BC/deliveries?limit=5&cursor=x%26y`,
    );
    expect(sent[0]?.headers.get('x-tenant-id')).toBe('acme');
  });

  it.each([
    ['https://acme.example.com/', 'https://acme.example.com/v1/account/mfa'],
    ['https://example.com/auth', 'https://example.com/auth/v1/account/mfa'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000/v1/account/mfa'],
    ['http://[::1]:3000/a/', 'http://[::1]:3000/a/v1/account/mfa'],
  ])('goes below %s', async (baseUrl, url) => {
    const { client, sent } = clientOver(() => json(200, { data: {} }), { baseUrl });
    await client.GET('/v1/account/mfa');
    expect(sent[0]?.url).toBe(url);
  });

  it.each(['', '.', '..'])(
    'with the id %j is not sent: it would change the path',
    async (orgId) => {
      const { client, sent } = clientOver(() => json(200, {}));
      const { error } = await client.GET(POLICY, { params: { path: { orgId } } });
      expect(error).toEqual({ reason: 'request_invalid', status: null, retryAfterMs: null });
      expect(sent).toEqual([]);
    },
  );

  it('with a line break in a header is not sent', async () => {
    const { client, sent } = clientOver(() => json(200, {}));
    const header = { 'Idempotency-Key': 'a\nb' };
    const { error } = await client.POST('/v1/account/mfa/sms', { params: { header } });
    expect(error?.reason).toBe('request_invalid');
    expect(sent).toEqual([]);
  });
});

describe('the result of a call', () => {
  it('is a page of the longest events', async () => {
    const event = { data: 'x'.repeat(256 * 1024) };
    const { client } = clientOver(() =>
      json(200, { data: Array.from({ length: 100 }, () => event) }),
    );
    const { data } = await client.GET('/v1/customer/events');
    expect(data?.data).toHaveLength(100);
  });

  const unreadable = (status: number, retryAfterMs: number | null = null) => ({
    error: { reason: 'answer_unreadable', status, retryAfterMs },
  });
  const failed = (reason: string) => ({ error: { reason, status: null, retryAfterMs: null } });

  it.each<[string, () => Response | Promise<Response>, object]>([
    [
      'a right code',
      () => json(200, { verified: true }),
      { status: 200, data: { verified: true } },
    ],
    [
      'a wrong code',
      () => problem(422, 'code_mismatch'),
      {
        error: {
          type: 'urn:stepward:problem:code_mismatch',
          status: 422,
          code: 'conflict',
          reason: 'code_mismatch',
          retryAfterMs: null,
        },
      },
    ],
    [
      'a limit',
      () => problem(429, 'guess_budget_spent', { 'retry-after': '59' }),
      { error: expect.objectContaining({ reason: 'guess_budget_spent', retryAfterMs: 59_000 }) },
    ],
    [
      'a limit until a date',
      () => problem(429, 'x', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }),
      { error: expect.objectContaining({ reason: 'x', status: 429, retryAfterMs: null }) },
    ],
    [
      'a reason that is newer than this client',
      () => problem(409, 'new_reason'),
      { error: expect.objectContaining({ reason: 'new_reason' }) },
    ],
    [
      'a proxy that is down',
      () => new Response('<html>', { status: 502, headers: { 'retry-after': '3' } }),
      unreadable(502, 3_000),
    ],
    ["a host's own error shape", () => json(409, { message: 'no' }), unreadable(409)],
    ['a problem that repeats the secret', () => problem(500, `x ${SECRET}`), unreadable(500)],
    [
      'a success that repeats the secret',
      () => json(200, { verified: true, is: SECRET }),
      unreadable(200),
    ],
    ['an empty 404', () => new Response(null, { status: 404 }), unreadable(404)],
    ['a success that verifies nothing', () => json(200, { verified: false }), unreadable(200)],
    ['a success of another status', () => json(202, { verified: true }), unreadable(202)],
    ['no content', () => new Response(null, { status: 204 }), unreadable(204)],
    ['a success in text', () => new Response('true'), unreadable(200)],
    ['half of a JSON text', () => new Response('{"verified":'), unreadable(200)],
    ['a list', () => json(200, [{ verified: true }]), unreadable(200)],
    ['null', () => json(200, null), unreadable(200)],
    [
      'an answer of 33 MiB',
      () => json(200, { verified: true, more: 'x'.repeat(33 * 1024 * 1024) }),
      unreadable(200),
    ],
    [
      'a redirect',
      () => json(307, { verified: true }, { location: 'https://elsewhere.example' }),
      unreadable(307),
    ],
    ['a redirect that a browser hides', () => hiddenRedirect(), unreadable(0)],
    [
      'no connection',
      () => Promise.reject(new TypeError(`fetch failed: ${SECRET}`)),
      failed('network_failed'),
    ],
    ['a connection that breaks off', () => new Response(brokenStream()), failed('network_failed')],
  ])('%s', async (_, answer, expected) => {
    const result = await verify(clientOver(answer).client);
    expect(result).toEqual(expected);
    expect(inspect(result, { depth: Infinity, showHidden: true })).not.toContain(SECRET);
  });

  it.each<[string, (request: Request) => Promise<Response> | Response]>([
    ['never answers and does not listen', () => new Promise(() => undefined)],
    ['never ends its body', () => new Response(new ReadableStream())],
    ['ends when told to', endedBySignal],
  ])('a service that %s has timed out', async (_, answer) => {
    const { client } = clientOver(answer, { timeoutMs: 1 });
    expect(await verify(client)).toEqual(failed('timed_out'));
  });

  it('a call that its caller aborts', async () => {
    const caller = new AbortController();
    const { client } = clientOver((request) => {
      caller.abort(new Error(SECRET));
      return endedBySignal(request);
    });
    const aborted = await client.GET('/v1/account/mfa', { signal: caller.signal });
    expect(aborted).toEqual(failed('aborted'));
    const { signal } = caller;
    const again = await client.GET('/v1/account/mfa', { signal });
    expect(again).toEqual(failed('aborted'));
  });
});

it('the types tell answers, statuses and reasons of an operation', async () => {
  const { client } = clientOver(() => json(202, { data: { status: 'pending' } }));
  const put = await client.PUT('/v1/account/phone', { body: { phone_number: '+14155550101' } });
  // @ts-expect-error an unchecked result has no data
  const unchecked: { status: 'pending' | 'verified' } = put.data.data;
  if (put.error !== undefined) throw new Error(put.error.reason);
  const status: 'pending' | 'verified' = put.status === 202 ? put.data.data.status : 'verified';
  expect([status, unchecked.status]).toEqual(['pending', 'pending']);

  const { error } = await client.GET('/v1/account/mfa');
  // @ts-expect-error reading the status knows no wrong codes
  expect(error?.reason === 'code_mismatch').toBe(false);
  // @ts-expect-error there is no such path
  const nowhere = await client.GET('/v1/nowhere');
  expect(nowhere).toMatchObject({ error: { reason: 'answer_unreadable' } });
  // @ts-expect-error the organisation is missing
  expect(await client.GET(POLICY)).toMatchObject({ error: { reason: 'answer_unreadable' } });
});

describe('a client is not made', () => {
  it.each<[string, Record<string, unknown>, option?: string]>([
    ['with a short secret', { credential: { serviceSecret: 'a'.repeat(31) } }],
    [
      'with a secret that no header can carry',
      { credential: { serviceSecret: `${SECRET}\nx: y` } },
    ],
    ['with a token that no header can carry', { credential: { accessToken: `${SECRET} x` } }],
    ['with no token', { credential: { accessToken: undefined } }],
    ['with no credential', { credential: {} }],
    ['with an unknown credential', { credential: { __proto__: null, password: SECRET } }],
    ['with two credentials', { credential: { accessToken: SECRET, managementKey: SECRET } }],
    ['with an unknown mode of cookies', { credential: { cookies: SECRET } }],
    ['with a relative address', { baseUrl: '/v1' }],
    ['with another scheme', { baseUrl: 'ftp://example.com' }],
    ['with credentials in the address', { baseUrl: `https://a:${SECRET}@example.com` }],
    ['with a query in the address', { baseUrl: `https://example.com/?key=${SECRET}` }],
    // spec: auth/tls
    ['for plain http to another machine', { baseUrl: 'http://acme.example.com' }],
    [
      'for plain http to a name that begins like this machine',
      { baseUrl: 'http://localhost.example.com' },
    ],
    ['with an invalid tenant', { tenantId: '../acme' }],
    ['with an invalid fetch', { fetch: {} }],
    ['with no time', { timeoutMs: 0 }],
    ['with half a millisecond', { timeoutMs: 0.5 }],
    ['with an option that is misspelt', { timeout: 5 }, 'there is no option timeout'],
  ])('%s', (_, options, said) => {
    let thrown: unknown = null;
    const given = { baseUrl: BASE, credential: { serviceSecret: SECRET }, ...options };
    try {
      createClient(given);
    } catch (error) {
      thrown = error;
    }
    const [option] = Object.keys(options);
    expect(String(thrown)).toMatch(new RegExp(`^TypeError: createClient: ${said ?? option}`));
    expect(inspect(thrown, { showHidden: true })).not.toContain(SECRET);
  });

  it.each([undefined, null, BASE])('with %j in place of the options', (options) => {
    expect(() => createClient(options as never)).toThrow(
      'createClient: the options must be an object',
    );
  });

  it('unless plain http is allowed', () => {
    const credential = { serviceSecret: SECRET };
    const options = { baseUrl: 'http://acme.example.com', credential, allowHttp: true };
    expect(() => createClient(options)).not.toThrow();
  });
});

function endedBySignal({ signal }: Request): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

/** As `redirect: 'manual'` shows it in a browser. */
function hiddenRedirect(): Response {
  const response = new Response(null);
  Object.defineProperty(response, 'status', { value: 0 });
  return response;
}

function brokenStream(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"verified":'));
      controller.error(new Error(`reset ${SECRET}`));
    },
  });
}
