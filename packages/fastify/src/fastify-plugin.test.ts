import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { builtInEvents } from '@stepward/core/events';
import {
  createHttpApi,
  createOpaqueTokenAuthenticator,
  type HttpApi,
  type HttpApiOptions,
} from '@stepward/http';
import { fastify, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { ECHO_LIMIT, echoApi, type Echo } from '../test/echo-api.js';
import { stepwardFastify } from './index.js';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

function createApp(options: FastifyServerOptions = {}): FastifyInstance {
  const app: FastifyInstance = fastify({ forceCloseConnections: true, ...options });
  apps.push(app);
  return app;
}

async function mounted(options: FastifyServerOptions = {}, prefix = ''): Promise<FastifyInstance> {
  const app = createApp(options);
  await app.register(stepwardFastify, { api: echoApi, prefix });
  return app;
}

const listen = (app: FastifyInstance): Promise<string> =>
  app.listen({ port: 0, host: '127.0.0.1' });

const JSON_BODY = '{"a":1}';
const send = (body: string, type = 'application/json'): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': type },
  body,
});
const echoed = async (app: FastifyInstance, init: RequestInit = {}, path = '/echo') =>
  (await (await fetch(`${await listen(app)}${path}`, init)).json()) as Echo;

describe('the body', () => {
  it('arrives as bytes, whatever its type', async () => {
    const app = await mounted();
    const origin = await listen(app);
    for (const type of ['application/json', 'text/plain', 'application/x-own', 'garbage', ';']) {
      const response = await fetch(`${origin}/echo`, send(JSON_BODY, type));
      const { body, headers } = (await response.json()) as Echo;
      expect([body, headers['content-type']]).toEqual([JSON_BODY, [type]]);
    }
  });

  it('is empty where none was sent', async () => {
    expect((await echoed(await mounted(), { method: 'POST' })).body).toBe('');
  });

  it("has the API's limit, not the host's", async () => {
    const app = await mounted({ bodyLimit: 4 });
    const origin = await listen(app);
    const fits = await fetch(`${origin}/echo`, send('x'.repeat(ECHO_LIMIT)));
    const tooLarge = await fetch(`${origin}/echo`, send('x'.repeat(ECHO_LIMIT + 1)));
    expect([fits.status, tooLarge.status]).toEqual([200, 413]);
    expect(tooLarge.headers.get('connection')).toBe('close');
  });

  it("passes by the host's own parsers, which go on to serve the host's routes", async () => {
    const app = createApp();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
      done(null, { own: text });
    });
    await app.register(stepwardFastify, { api: echoApi });
    app.put('/own', (request) => request.body);
    const origin = await listen(app);
    const echo = await fetch(`${origin}/echo`, send(JSON_BODY));
    const own = await fetch(`${origin}/own`, send(JSON_BODY));
    expect(await echo.json()).toMatchObject({ body: JSON_BODY });
    expect(await own.json()).toEqual({ own: JSON_BODY });
  });
});

describe('the path', () => {
  // spec: service/tenants
  it.each([
    ['at the root', '', '/echo'],
    ['below a prefix', '/api', '/api/echo'],
    ['below a prefix with a slash behind it', '/api/', '/api/echo'],
    ['below a prefix of several parts', '/a/b', '/a/b/echo'],
    ['below a prefix with a parameter', '/tenants/:id', '/tenants/acme/echo'],
    ['below a prefix that is written with escapes', '/caf\u00e9', '/caf%C3%A9/echo'],
  ])('is the same %s', async (_, prefix, url) => {
    const { path, query } = await echoed(await mounted({}, prefix), {}, `${url}?a=1&b=%20?`);
    expect([path, query]).toEqual(['/echo', 'a=1&b=%20?']);
  });

  it('is the same below plugins in plugins', async () => {
    const app = createApp();
    await app.register(
      async (outer) => {
        await outer.register(stepwardFastify, { api: echoApi, prefix: '/inner' });
      },
      { prefix: '/outer' },
    );
    expect((await echoed(app, {}, '/outer/inner/echo')).path).toBe('/echo');
  });

  it.each([
    ['at the root', ''],
    ['below a prefix', '/api'],
  ])('may be in the absolute form of RFC 9112, %s', async (_, prefix) => {
    const origin = await listen(await mounted({}, prefix));
    const { path, query } = await getAbsolute(origin, `http://acme.test${prefix}/echo?a=1`);
    expect([path, query]).toEqual(['/echo', 'a=1']);
  });

  it('that is not known goes on to the host', async () => {
    const app = await mounted();
    app.get('/own', () => 'own');
    app.setNotFoundHandler((_request, reply) => reply.code(404).send('not here'));
    const origin = await listen(app);
    expect(await (await fetch(`${origin}/own`)).text()).toBe('own');
    expect(await (await fetch(`${origin}/nobody`)).text()).toBe('not here');
  });

  it('that resembles a known one is found only where the host is lenient', async () => {
    const lenient = { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true };
    const strictly = await listen(await mounted());
    const leniently = await listen(await mounted({ routerOptions: lenient }));
    for (const path of ['/echo/', '//echo']) {
      expect((await fetch(strictly + path)).status).toBe(404);
      expect(await (await fetch(leniently + path)).json()).toMatchObject({ path: '/echo' });
    }
  });
});

describe('"trustProxy"', () => {
  const forwarded = {
    headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'acme.example.com:8443' },
  };

  it('off: address and host name are those of the connection', async () => {
    const { clientAddress, host } = await echoed(await mounted(), forwarded);
    expect([clientAddress, host]).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('a client that is gone has an empty address, as in Express', async () => {
    const app = createApp();
    const addresses: (string | null)[] = [];
    app.addHook('preHandler', (request, _reply, done) => {
      request.raw.socket.destroy();
      done();
    });
    const api: HttpApi = {
      paths: echoApi.paths,
      handle(request) {
        addresses.push(request.clientAddress);
        return echoApi.handle(request);
      },
    };
    await app.register(stepwardFastify, { api });
    await expect(fetch(`${await listen(app)}/echo`)).rejects.toThrow('fetch failed');
    expect(addresses).toEqual(['']);
  });

  it('on: they are those that the proxy names', async () => {
    const app = await mounted({ trustProxy: '127.0.0.1' });
    const { clientAddress, host } = await echoed(app, forwarded);
    expect([clientAddress, host]).toEqual(['203.0.113.7', 'acme.example.com']);
  });
});

describe("the host's hooks", () => {
  it('run around the API', async () => {
    const app = createApp();
    const ran: string[] = [];
    app.addHook('onRequest', async () => void ran.push('onRequest'));
    app.addHook('preParsing', async () => void ran.push('preParsing'));
    app.addHook('preHandler', async () => void ran.push('preHandler'));
    app.addHook('onSend', async (_request, reply) => {
      ran.push('onSend');
      reply.header('x-own', 'yes');
    });
    await app.register(stepwardFastify, { api: echoApi });
    const response = await fetch(`${await listen(app)}/echo`, send(JSON_BODY));
    expect(ran).toEqual(['onRequest', 'preParsing', 'preHandler', 'onSend']);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(await response.json()).toMatchObject({ body: JSON_BODY });
  });

  it('may answer in its place', async () => {
    const app = createApp();
    app.addHook('preHandler', async (_request, reply) => reply.code(418).send({ own: true }));
    await app.register(stepwardFastify, { api: echoApi });
    expect((await fetch(`${await listen(app)}/echo`)).status).toBe(418);
  });
});

it('an api that throws ends in the error handler', async () => {
  const app = createApp();
  const errors: unknown[] = [];
  app.setErrorHandler((error, _request, reply) => {
    errors.push(error);
    return reply.code(500).send({ handled: true });
  });
  await app.register(stepwardFastify, { api: echoApi });
  expect(await echoed(app, {}, '/throws')).toEqual({ handled: true });
  expect(errors).toEqual([new Error('the api threw')]);
});

it('an answer has the status, headers and body of the api, and nothing for HEAD', async () => {
  const origin = await listen(await mounted());
  const get = await fetch(`${origin}/echo`);
  const head = await fetch(`${origin}/echo`, { method: 'HEAD' });
  expect(get.headers.get('content-type')).toBe('application/vnd.echo+json');
  expect(head.headers.get('content-type')).toBe('application/vnd.echo+json');
  expect([head.status, await head.text()]).toEqual([200, '']);
});

describe('inject', () => {
  it('gets the same answers without a socket', async () => {
    const app = await mounted();
    const response = await app.inject({
      method: 'PUT',
      url: '/echo?a=1',
      headers: { 'content-type': 'application/json', host: 'acme.example.com' },
      payload: JSON_BODY,
    });
    expect(response.headers['content-type']).toBe('application/vnd.echo+json');
    expect(response.json()).toMatchObject({
      method: 'PUT',
      path: '/echo',
      query: 'a=1',
      host: 'acme.example.com',
      clientAddress: '127.0.0.1',
      body: JSON_BODY,
    });
  });

  it('without a body, with a large one, and where the path is not known', async () => {
    const app = await mounted();
    const large = 'x'.repeat(ECHO_LIMIT + 1);
    const empty = await app.inject({ method: 'POST', url: '/echo' });
    const tooLarge = await app.inject({ method: 'POST', url: '/echo', payload: large });
    const unknown = await app.inject({ method: 'GET', url: '/nobody' });
    expect(empty.json().body).toBe('');
    expect([tooLarge.statusCode, unknown.statusCode]).toEqual([413, 404]);
  });
});

/** Sends a request the way a client of a proxy does: with a whole URL for its target. */
async function getAbsolute(origin: string, target: string): Promise<Echo> {
  const request = get(origin, { path: target, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await json(response)) as Echo;
}

it('the scheme is what `trustProxy` makes of it, never a raw header', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  expect((await echoed(await mounted(), { headers })).scheme).toBe('http');
  const trusting = await mounted({ trustProxy: '127.0.0.1' });
  expect((await echoed(trusting, { headers })).scheme).toBe('https');
});

it('headers that a hook set are seen', async () => {
  const app = createApp();
  app.addHook('onRequest', async (request) => {
    request.headers.authorization = 'Bearer of a session';
  });
  app.addHook('preHandler', async (request) => {
    request.headers = { ...request.headers, 'x-tenant-id': 'acme' };
  });
  await app.register(stepwardFastify, { api: echoApi });
  const { headers } = await echoed(app, send(JSON_BODY));
  expect(headers).toMatchObject({
    authorization: ['Bearer of a session'],
    'x-tenant-id': ['acme'],
    'content-type': ['application/json'],
  });
});

it('what is no api is named when the plugin is registered', async () => {
  const message = 'app.register(stepwardFastify, { api }): api must be what createHttpApi';
  await expect(
    createApp()
      .register(stepwardFastify, {} as never)
      .ready(),
  ).rejects.toThrow(message);
  const called = stepwardFastify as unknown as (api: HttpApi) => Promise<void>;
  await expect(called(echoApi)).rejects.toThrow(message);
});

it('half a body with a good token holds no connection', async () => {
  const api = createHttpApi({
    stepward: STEPWARD,
    accessTokens: createOpaqueTokenAuthenticator(async () => ({ tenantId: 'a', identityId: 'b' })),
    bodyTimeoutMs: 1,
  });
  const app = createApp();
  await app.register(stepwardFastify, { api });
  const port = Number(new URL(await listen(app)).port);
  const socket = connect(port, '127.0.0.1');
  const headers = 'host: a\r\nauthorization: Bearer b\r\ncontent-type: application/json\r\n';
  socket.write(`PUT /v1/account/phone HTTP/1.1\r\n${headers}content-length: 20\r\n\r\n{"phone`);
  // Ends because the server closes the connection.
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*body_timed_out/i);
});

/** Services that no request here gets as far as. */
const STEPWARD = {
  enrolments: {},
  eventRegistry: builtInEvents,
  phones: {},
  stepUp: {},
  tenants: {},
  policies: {},
  apiKeys: {},
  idempotency: {},
  refusedAccess: {},
} as unknown as HttpApiOptions['stepward'];

describe('the version of Fastify', () => {
  const withVersion = (version: string) => {
    const app = createApp();
    const warnings: unknown[] = [];
    const log = { warn: (line: unknown) => warnings.push(line) };
    const scope = Object.create(app, { version: { value: version }, log: { value: log } });
    const registered = stepwardFastify(scope as FastifyInstance, { api: echoApi });
    return { registered, warnings };
  };

  it('that is too old is refused with what to do', async () => {
    await expect(withVersion('4.29.1').registered).rejects.toThrow(
      'Fastify 4.29.1 is too old for Stepward: use Fastify 5',
    );
  });

  it('that is newer than those of the tests is warned of', async () => {
    const { registered, warnings } = withVersion('6.0.1');
    await registered;
    expect(warnings).toEqual([
      'Stepward was not tested with Fastify 6.0.1: use Fastify 5, or update Stepward',
    ]);
  });

  it('that is supported says nothing', async () => {
    const { registered, warnings } = withVersion(createApp().version);
    await registered;
    expect(warnings).toEqual([]);
  });
});
