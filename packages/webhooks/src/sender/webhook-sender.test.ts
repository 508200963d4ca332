import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { ATTEMPT_TIMEOUT_MS, type WebhookFailure } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import { closed, deafPort, http, listen, startLoopback } from '../../test/loopback.js';
import { openSender } from '../../test/open-sender.js';
import { createWebhookSender } from '../index.js';

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

async function postTo(answer: (socket: Socket) => void) {
  const { port } = await startLoopback(answer);
  return openSender().post(`http://hooks.example.com:${port}/`);
}

const answering = (text: string | Buffer) => postTo((socket) => socket.write(text));

describe('an answer', () => {
  it.each([200, 201, 299, 301, 400, 404, 410, 429, 500, 503])(
    'of %d is reported',
    async (status) => {
      const outcome = await answering(http(status, 'ok', ['retry-after: 120']));
      expect(outcome).toEqual({
        type: 'answered',
        status,
        retryAfter: '120',
        delivery: null,
        body: 'ok',
      });
    },
  );

  it('may have no body', async () => {
    const outcome = await answering('HTTP/1.1 204 No Content\r\n\r\n');
    expect(outcome).toEqual({
      type: 'answered',
      status: 204,
      retryAfter: null,
      delivery: null,
      body: '',
    });
  });

  it('may come after hints', async () => {
    const outcome = await answering(
      `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${http(200, 'ok')}`,
    );
    expect(outcome).toMatchObject({ status: 200, body: 'ok' });
  });

  it('gives the first of two Retry-After headers', async () => {
    const outcome = await answering(http(503, '', ['retry-after: 1', 'retry-after: 2']));
    expect(outcome).toMatchObject({ retryAfter: '1' });
  });

  it('gives each of two webhook-delivery headers', async () => {
    const headers = ['webhook-delivery: abort', 'Webhook-Delivery: disable'];
    const outcome = await answering(http(503, '', headers));
    expect(outcome).toMatchObject({ delivery: 'abort,disable' });
  });

  it('is text as it came: a byte order mark stays, what is not UTF-8 does not hurt', async () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n';
    const outcome = await answering(
      Buffer.concat([Buffer.from(head), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff])]),
    );
    expect(outcome).toMatchObject({ body: '\uFEFFa\uFFFD' });
  });

  it('of 10 MB is cut at 16 KiB and the connection is given up', async () => {
    const ends: Promise<void>[] = [];
    const outcome = await postTo((socket) => {
      ends.push(closed(socket));
      socket.write(http(200, 'x'.repeat(10_000_000)));
    });
    expect(outcome).toMatchObject({ type: 'answered', status: 200, body: 'x'.repeat(16 * 1024) });
    await Promise.all(ends);
  });

  it('that never ends is cut as well', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const outcome = await answering(CHUNKED + chunk);
    expect(outcome).toMatchObject({ type: 'answered', body: 'x'.repeat(0x4000) });
  });

  it('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`;
    const outcome = await answering(Buffer.concat([Buffer.from(head), bomb]));
    expect(outcome).toMatchObject({ type: 'answered', body: bomb.toString() });
  });
});

describe('the request', () => {
  it('is the POST that was handed over, byte for byte, uncompressed answers asked for', async () => {
    const requests: [IncomingMessage, string][] = [];
    const { port } = await listen(
      createHttpServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', () => {
          requests.push([request, Buffer.concat(chunks).toString()]);
          response.end();
        });
      }),
    );
    const headers = { 'content-type': 'application/json', 'X-Service-Signature': 't=1,v1=2' };
    const body = '{"name":"Zoë"}';
    const url = `http://Hooks.Example.com:${port}//a/b?c=d#e`;
    await openSender().post(url, { headers, body });

    const [[request, received] = []] = requests;
    expect([request?.method, request?.url, received]).toEqual(['POST', '//a/b?c=d', body]);
    expect(request?.headers).toMatchObject({
      host: `hooks.example.com:${port}`,
      'accept-encoding': 'identity',
      'content-length': String(Buffer.byteLength(body)),
      'content-type': 'application/json',
      'x-service-signature': 't=1,v1=2',
    });
  });
});

describe('an attempt', () => {
  it.each<[WebhookFailure, string, (socket: Socket) => void]>([
    ['connection_lost', 'closes at once', (socket) => socket.end()],
    ['connection_lost', 'resets', (socket) => socket.resetAndDestroy()],
    ['connection_lost', 'closes within the header', (socket) => socket.end('HTTP/1.1 200 OK\r\na')],
    [
      'connection_lost',
      'closes within the body',
      (socket) => socket.end(http(200, 'abc').slice(0, -1)),
    ],
    [
      'connection_lost',
      'resets within the body',
      (socket) => socket.write(http(200, 'abc').slice(0, -1), () => socket.resetAndDestroy()),
    ],
    ['connection_lost', 'closes within a chunk', (socket) => socket.end(`${CHUNKED}5\r\nabc`)],
    [
      'connection_lost',
      'closes within its last chunk',
      (socket) => socket.end(`${CHUNKED.replace('\r\n', '\r\nconnection: close\r\n')}5\r\nabc`),
    ],
    [
      'bad_answer',
      'does not speak HTTP',
      (socket) => socket.write('220 mail.example.com ESMTP\r\n'),
    ],
    ['bad_answer', 'sends a bad chunk', (socket) => socket.write(`${CHUNKED}zz\r\nabc`)],
    [
      'bad_answer',
      'sends a header of 20 KB',
      (socket) => socket.write(http(200, '', [`a: ${'x'.repeat(20_000)}`])),
    ],
    [
      'bad_answer',
      'sends a thousand headers',
      (socket) =>
        socket.write(
          http(
            200,
            '',
            Array.from({ length: 1_000 }, (_, n) => `header-${n}: value-${n}`),
          ),
        ),
    ],
  ])('fails with %s where the receiver %s', async (reason, _, answer) => {
    expect(await postTo(answer)).toMatchObject({ type: 'failed', reason });
  });

  it.each<[string, string, string]>([
    ['hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['empty lines', '', '\r\n'],
    ['the extension of a chunk', `${CHUNKED}1`, `;${'x'.repeat(8_000)}`],
  ])('fails with bad_answer where the receiver sends 4 MB of %s', async (_, head, unit) => {
    const text = head + unit.repeat(4_000_000 / unit.length);
    const outcome = await postTo((socket) => socket.end(text));
    expect(outcome).toEqual({ type: 'failed', reason: 'bad_answer', why: 'ANSWER_OVERFLOW' });
  });

  // spec: delivery/left-open
  it.each<[string, string]>([
    ['says nothing', ''],
    ['drips its header', 'HTTP/1.1 200 OK\r\ncontent-le'],
    ['sends hints and no answer', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['sends a header and no body', http(200, 'abc').slice(0, -3)],
    ['drips its body', http(200, 'abc').slice(0, -1)],
  ])('fails with timed_out at its deadline where the receiver %s', async (_, text) => {
    const { clock, post } = openSender();
    const receiver = await startLoopback((socket) => {
      // Everything else about the answer has happened by the time its bytes are on the wire.
      socket.write(text, () => clock.advance(ATTEMPT_TIMEOUT_MS));
    });
    const outcome = await post(`http://hooks.example.com:${receiver.port}/`);
    expect(outcome).toEqual({ type: 'failed', reason: 'timed_out' });
    await Promise.all(receiver.sockets.map(closed));
  });

  it('fails with timed_out where its deadline comes before an address does', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const { clock, post } = openSender({ resolve });
    const sent = post('https://hooks.example.com/', { timeoutMs: 2_000 });
    clock.advance(2_000);
    expect(await sent).toEqual({ type: 'failed', reason: 'timed_out' });
  });

  it('fails with dns_failed where the name takes 3 seconds', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    const { clock, post } = openSender({ resolve });
    const sent = post('https://hooks.example.com/');
    clock.advance(3_000);
    expect(await sent).toEqual({ type: 'failed', reason: 'dns_failed' });
  });

  it.each([
    ['has no address', async () => []],
    ['does not exist', () => Promise.reject(new Error('ENOTFOUND'))],
  ])('fails with dns_failed where the name %s', async (_, resolve) => {
    const outcome = await openSender({ resolve }).post('https://hooks.example.com/');
    expect(outcome).toEqual({ type: 'failed', reason: 'dns_failed' });
  });

  it('fails with connection_failed on a closed port, with the code for the log', async () => {
    const outcome = await openSender().post(`http://127.0.0.1:${await deafPort()}/`);
    const why = 'ECONNREFUSED';
    expect(outcome).toEqual({ type: 'failed', reason: 'connection_failed', why });
  });

  it('fails with connection_failed once the sender is closed', async () => {
    const { sender, post } = openSender();
    await sender.close();
    expect(await post('http://127.0.0.1:40000/')).toMatchObject({
      type: 'failed',
      reason: 'connection_failed',
    });
  });

  it('fails rather than throws for a header that cannot be sent', async () => {
    const { port } = await startLoopback((socket) => socket.write(http(200)));
    const outcome = await openSender().post(`http://127.0.0.1:${port}/`, {
      headers: { a: 'b\r\nc: d' },
    });
    expect(outcome.type).toBe('failed');
  });

  it('under way when the sender closes is answered', async () => {
    const { sender, post } = openSender();
    let arrive: (socket: Socket) => void = () => undefined;
    const arrived = new Promise<Socket>((settle) => (arrive = settle));
    const { port } = await startLoopback((socket) => arrive(socket));
    const sent = post(`http://127.0.0.1:${port}/`);
    const socket = await arrived;
    const closed = sender.close();
    socket.write(http(200, 'ok'));
    expect(await sent).toMatchObject({ status: 200 });
    await closed;
  });
});

describe('a sender', () => {
  it.each([{ maxOrigins: 0 }, { maxOrigins: 1.5 }, { targets: { deny: ['8.8.8.8'] } }])(
    'is not made with %j',
    (options) => {
      expect(() => createWebhookSender(options)).toThrow(TypeError);
    },
  );
});
