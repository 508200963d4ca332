import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express from 'express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import express4 from 'express4';
import type { RequestHandler as RequestHandler4 } from 'express4';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { ECHO_LIMIT, echoApi, type Echo } from '../test/echo-api.js';
import { stepwardExpress } from './index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Listens on a free port until the test is over, and answers the origin. */
async function listen(app: { listen(port: number, host: string): Server }): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const JSON_BODY = '{"a":1}';
const send = (body: string, type = 'application/json'): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': type },
  body,
});

/** JSON that is one byte longer than the echo reads. */
const TOO_LARGE = JSON.stringify(['x'.repeat(ECHO_LIMIT - 3)]);

/** Without a content length. */
const inChunks = (body: string): RequestInit => ({
  ...send(body),
  body: new Blob([body]).stream(),
  duplex: 'half',
});

/** The content length is that of far fewer bytes. */
const compressed = (body: string): RequestInit => ({
  ...send(body),
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body: gzipSync(body),
});

const dropTheBody: RequestHandler = (request, _response, next) => {
  request.resume().once('end', () => next());
};

// The same module twice, as far as these tests go; Express 4's own types are looked at further down.
describe.each([
  ['Express 5', express],
  ['Express 4', express4 as unknown as typeof express],
])('on %s', (_, create) => {
  const echoed = async (origin: string, init: RequestInit = {}, path = '/echo') =>
    (await (await fetch(`${origin}${path}`, init)).json()) as Echo;

  describe('the body', () => {
    it.each<[string, RequestHandler | null, string, unknown]>([
      ['no parser', null, 'application/json', JSON_BODY],
      ['express.json()', create.json(), 'application/json', parsed({ a: 1 })],
      ['express.json() that the type does not concern', create.json(), 'text/plain', JSON_BODY],
      ['express.raw()', create.raw({ type: '*/*' }), 'application/json', JSON_BODY],
      ['express.text()', create.text({ type: '*/*' }), 'application/json', JSON_BODY],
      [
        'express.urlencoded()',
        create.urlencoded({ extended: false }),
        'application/x-www-form-urlencoded',
        parsed({ [JSON_BODY]: '' }),
      ],
      [
        'express.urlencoded() that the type does not concern',
        create.urlencoded({ extended: false }),
        'application/json',
        JSON_BODY,
      ],
      ['a parser that consumed and dropped it', dropTheBody, 'application/json', parsed(undefined)],
    ])('arrives after %s', async (_name, parser, type, expected) => {
      const app = create();
      if (parser !== null) app.use(parser);
      app.use(stepwardExpress(echoApi));
      expect((await echoed(await listen(app), send(JSON_BODY, type))).body).toEqual(expected);
    });

    it('is empty where none was sent, with and without a parser', async () => {
      const bare = create().use(stepwardExpress(echoApi));
      const parsing = create().use(create.json(), stepwardExpress(echoApi));
      expect((await echoed(await listen(bare), { method: 'POST' })).body).toBe('');
      expect((await echoed(await listen(parsing), { method: 'POST' })).body).toBe('');
    });

    it.each<[string, RequestHandler | null, RequestInit]>([
      ['no parser', null, send(TOO_LARGE)],
      ['express.text()', create.text({ type: '*/*' }), send(TOO_LARGE)],
      ['express.json(), in chunks', create.json(), inChunks(TOO_LARGE)],
      ['express.json(), compressed', create.json(), compressed(TOO_LARGE)],
    ])('that is too large ends the connection: %s', async (_name, parser, init) => {
      const app = create();
      if (parser !== null) app.use(parser);
      app.use(stepwardExpress(echoApi));
      const response = await fetch(`${await listen(app)}/echo`, init);
      expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
    });

    it('is left to parsers that come later, where the path is not known', async () => {
      const app = create().use(stepwardExpress(echoApi), create.json());
      app.put('/own', (request, response) => {
        response.json(request.body);
      });
      expect(await echoed(await listen(app), send(JSON_BODY), '/own')).toEqual({ a: 1 });
    });
  });

  describe('the path', () => {
    it('is the whole one at the root', async () => {
      const origin = await listen(create().use(stepwardExpress(echoApi)));
      const { path, query } = await echoed(origin, {}, '/echo?a=1&b=%20?');
      expect([path, query]).toEqual(['/echo', 'a=1&b=%20?']);
    });

    // spec: service/tenants
    it('is the rest below a mount path, and below a router in it', async () => {
      const router = create.Router().use('/inner', stepwardExpress(echoApi));
      const origin = await listen(create().use('/tenants/:id', router));
      const { path, query } = await echoed(origin, {}, '/tenants/acme/inner/echo?a=1');
      expect([path, query]).toEqual(['/echo', 'a=1']);
    });

    it.each([
      ['at the root', '', ''],
      ['below a mount path', '/api', '/api'],
    ])('may be in the absolute form of RFC 9112, %s', async (_name, mount, prefix) => {
      const origin = await listen(create().use(mount || '/', stepwardExpress(echoApi)));
      const { path, query } = await getAbsolute(origin, `http://acme.test${prefix}/echo?a=1`);
      expect([path, query]).toEqual(['/echo', 'a=1']);
    });

    it('that is not known goes on to the host', async () => {
      const app = create().use(stepwardExpress(echoApi));
      app.get('/own', (_request, response) => {
        response.send('own');
      });
      const origin = await listen(app);
      const own = await fetch(`${origin}/own`);
      expect([own.status, await own.text()]).toEqual([200, 'own']);
      expect((await fetch(`${origin}/nobody`)).status).toBe(404);
    });
  });

  describe('"trust proxy"', () => {
    const forwarded = {
      headers: { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'acme.example.com:8443' },
    };

    it('off: address and host name are those of the connection', async () => {
      const origin = await listen(create().use(stepwardExpress(echoApi)));
      const { clientAddress, host } = await echoed(origin, forwarded);
      expect([clientAddress, host]).toEqual(['127.0.0.1', '127.0.0.1']);
    });

    it('on: they are those that the proxy names', async () => {
      const app = create().set('trust proxy', 'loopback').use(stepwardExpress(echoApi));
      const { clientAddress, host } = await echoed(await listen(app), forwarded);
      expect([clientAddress, host?.replace(/:8443$/, '')]).toEqual([
        '203.0.113.7',
        'acme.example.com',
      ]);
    });
  });

  it('the scheme is what "trust proxy" makes of it, never a raw header', async () => {
    const headers = { 'x-forwarded-proto': 'https' };
    const plain = await listen(create().use(stepwardExpress(echoApi)));
    expect((await echoed(plain, { headers })).scheme).toBe('http');
    const app = create().set('trust proxy', 'loopback').use(stepwardExpress(echoApi));
    expect((await echoed(await listen(app), { headers })).scheme).toBe('https');
  });

  it('headers that a middleware set are seen', async () => {
    const app = create();
    app.use((request, _response, next) => {
      request.headers.authorization = 'Bearer of a session';
      next();
    }, stepwardExpress(echoApi));
    const { headers } = await echoed(await listen(app));
    expect(headers['authorization']).toEqual(['Bearer of a session']);
  });

  it('what is no api is named, at mount or at the first request, where it would hang', async () => {
    const message = 'app.use(stepwardExpress(api)): api must be what createHttpApi';
    expect(() => stepwardExpress({} as never)).toThrow(message);
    const app = create().use(stepwardExpress as never);
    const handler: ErrorRequestHandler = (error: Error, _request, response, next) => {
      if (response.headersSent) next(error);
      else response.status(500).send(error.message);
    };
    app.use(handler);
    expect(await (await fetch(await listen(app))).text()).toContain(message);
  });

  it('an api that throws ends in the error handler', async () => {
    const app = create().use(stepwardExpress(echoApi));
    const errors: unknown[] = [];
    const handler: ErrorRequestHandler = (error, _request, response, next) => {
      errors.push(error);
      if (response.headersSent) next(error);
      else response.status(500).json({ handled: true });
    };
    app.use(handler);
    expect(await echoed(await listen(app), {}, '/throws')).toEqual({ handled: true });
    expect(errors).toEqual([new Error('the api threw')]);
  });

  it('an answer has the status, headers and body of the api, and nothing for HEAD', async () => {
    const origin = await listen(create().use(stepwardExpress(echoApi)));
    const get = await fetch(`${origin}/echo`);
    const head = await fetch(`${origin}/echo`, { method: 'HEAD' });
    expect(get.headers.get('content-type')).toBe('application/vnd.echo+json');
    expect(head.headers.get('content-type')).toBe('application/vnd.echo+json');
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

it('a request of another server is an error that says what to do', async () => {
  const error = await new Promise((resolve) => {
    stepwardExpress(echoApi)({ headers: {}, url: '/echo' } as never, {} as never, resolve);
  });
  expect(error).toEqual(
    new Error(
      'stepwardExpress needs Express 4 or 5, and this request is of another server: update Express, or use createFetchHandler of @stepward/http',
    ),
  );
});

it('is a middleware by the types of Express 5 and of Express 4, without a cast', () => {
  const middleware = stepwardExpress(echoApi);
  expectTypeOf(middleware).toExtend<RequestHandler>();
  expectTypeOf(middleware).toExtend<RequestHandler4>();
  express().use(middleware).use('/below', middleware).all('/one', middleware);
  express.Router().use(middleware);
  express4().use(middleware).use('/below', middleware).all('/one', middleware);
  express4.Router().use(middleware);
});

/** Sends a request the way a client of a proxy does: with a whole URL for its target. */
async function getAbsolute(origin: string, target: string): Promise<Echo> {
  const request = get(origin, { path: target, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return (await json(response)) as Echo;
}

/** How a value that a parser of the host made shows in the echo; JSON leaves undefined out. */
function parsed(value: unknown): object {
  return value === undefined ? { type: 'parsed' } : { type: 'parsed', value };
}
