import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { receiverOf, userDeleted } from '../../test/deliveries.js';
import { expressHandler, type KnownEventOf } from '../index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Listens on a free port until the test is over, and answers the origin. */
async function listen(server: Server): Promise<string> {
  servers.push(server);
  if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function world() {
  const { receiver, outcomes } = receiverOf();
  const handled: KnownEventOf<'user.deleted'>[] = [];
  const handler = expressHandler(receiver, { 'user.deleted': (event) => void handled.push(event) });
  return { handler, handled, outcomes };
}

/** Express with `before` in front of the handler. */
async function mounted(...before: readonly RequestHandler[]) {
  const { handler, ...seen } = world();
  const app = express();
  for (const each of before) app.use(each);
  app.all('/webhooks', handler);
  return { ...seen, url: `${await listen(createServer(app))}/webhooks` };
}

const deliver = async (
  url: string,
  options: Parameters<typeof userDeleted>[0] = {},
): Promise<Response> => fetch(url, { method: 'POST', ...(await userDeleted(options)) });

/** What the handler's page and its answer recommend. */
const RECOMMENDED = express.raw({ type: 'application/json', limit: '512kb' });

const textOf = async (response: Response) => [response.status, await response.text()];

describe('in Express', () => {
  it.each<[string, RequestHandler[]]>([
    ['no parser', []],
    ['express.raw()', [RECOMMENDED]],
    ['express.text()', [express.text({ type: '*/*' })]],
    ['express.json() for other types', [express.json({ type: 'application/own' })]],
    [
      'a parser that left an empty object, as in Express 4',
      [
        (request, _response, next) => {
          request.body = {};
          next();
        },
      ],
    ],
  ])('a delivery is handled after %s', async (_, before) => {
    const { url, handled } = await mounted(...before);
    expect(await textOf(await deliver(url))).toEqual([204, '']);
    expect(handled).toMatchObject([{ eventType: 'user.deleted', data: { id: 'usr_7f3a' } }]);
  });

  it.each<[string, RequestHandler[]]>([
    ['no parser', []],
    ['express.raw()', [RECOMMENDED]],
  ])('an event as large as they come is handled after %s', async (_, before) => {
    const { url, handled } = await mounted(...before);
    const data = { id: 'x'.repeat(261_000) };
    expect(await textOf(await deliver(url, { data }))).toEqual([204, '']);
    expect(handled).toMatchObject([{ data }]);
  });

  it.each<[string, RequestHandler]>([
    ['express.json()', express.json()],
    [
      'a middleware that consumed and dropped it',
      (request, _response, next) => void request.resume().once('end', () => next()),
    ],
  ])('a body that went through %s is refused, with what to do about it', async (_, before) => {
    const { url, handled, outcomes } = await mounted(before);
    const [status, text] = await textOf(await deliver(url));
    expect(status).toBe(500);
    expect(text).toContain("express.raw({ type: 'application/json', limit: '512kb' })");
    expect(handled).toEqual([]);
    expect(outcomes).toEqual([{ type: 'refused', reason: 'body_consumed' }]);
  });

  it('what is no delivery gets 400, no POST 405', async () => {
    const { url } = await mounted();
    const refused = await fetch(url, { method: 'POST', body: '{}' });
    expect(await textOf(refused)).toEqual([400, 'The signature or the body is not valid.']);
    const wrong = await fetch(url);
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each<[string, RequestHandler[]]>([
    ['read by the handler', []],
    ['read by express.raw()', [express.raw({ type: '*/*', limit: '1mb' })]],
  ])('a body of more than 512 KiB gets 413: %s', async (_, before) => {
    const { url, outcomes } = await mounted(...before);
    const send = (size: number) => fetch(url, { method: 'POST', body: 'x'.repeat(size) });
    expect((await send(524_288)).status).toBe(400);
    const tooLarge = await send(524_289);
    expect([tooLarge.status, tooLarge.headers.get('connection')]).toEqual([413, 'close']);
    expect(outcomes).toHaveLength(1);
  });

  it('a client that disconnects in the middle of its body gets no answer', async () => {
    const { url, outcomes } = await mounted((request, _response, next) => {
      request.once('close', () => closed());
      next();
    });
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /webhooks HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\n{', () =>
      socket.destroy(),
    );
    await isClosed;
    expect((await deliver(url)).status).toBe(204);
    expect(outcomes.map(({ type }) => type)).toEqual(['handled']);
  });

  it('what the host answered before the handler was done stays its answer', async () => {
    const { url, outcomes } = await mounted((_request, response, next) => {
      response.status(504).end();
      next();
    });
    const { headers } = await userDeleted();
    for (let time = 0; time < 2; time += 1) {
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(504);
    }
    expect(outcomes[0]).toMatchObject({ type: 'refused' });
  });

  it('the handler is one by the types of Express, without a cast', () => {
    const { handler } = world();
    expectTypeOf(handler).toExtend<RequestHandler>();
    express().use(handler).post('/webhooks', handler);
    express.Router().post('/webhooks', handler);
  });
});

it('a bare server of Node needs no Express', async () => {
  const { handler, handled } = world();
  const url = await listen(createServer(handler));
  expect((await deliver(url)).status).toBe(204);
  expect(handled).toHaveLength(1);
});
