import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLogger, type Logger } from '@stepward/core';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createHibp, type HibpFetch } from './hibp.js';

const PASSWORD = 'correct horse battery staple';
const HASH = createHash('sha1').update(PASSWORD).digest('hex').toUpperCase();
const SUFFIX = HASH.slice(5);
const OTHER = 'A'.repeat(35);

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A local range API, and a client for it whose time stands still. */
interface RangeApi {
  readonly clock: FixedClock;
  readonly requests: readonly IncomingMessage[];
  /** Emits `answered` after each answer, or what there was of it. */
  readonly events: EventEmitter;
  check(): Promise<string>;
}

async function startRangeApi(answer: Answer): Promise<RangeApi> {
  const requests: IncomingMessage[] = [];
  const events = new EventEmitter();
  const server = createServer((request, response) => {
    requests.push(request);
    answer(response, request);
    events.emit('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stops.push(async () => {
    server.closeAllConnections();
    await once(server.close(), 'close');
  });
  const { port } = server.address() as AddressInfo;
  const clock = createFixedClock();
  const hibp = createHibp({ baseUrl: `http://127.0.0.1:${String(port)}`, clock });
  return { clock, requests, events, check: () => hibp.check(PASSWORD) };
}

function text(body: string, status = 200): Answer {
  return (response) => {
    response.writeHead(status).end(body);
  };
}

// standard: asvs/6.2.4, asvs/6.2.12
describe('a password', () => {
  it.each<[string, string, Answer]>([
    ['breached where its suffix is listed', 'breached', text(`${OTHER}:3\r\n${SUFFIX}:12`)],
    ['clean where it is not', 'clean', text(`${OTHER}:3\r\n${'B'.repeat(35)}:1\r\n`)],
    ['clean where it is listed as padding only', 'clean', text(`${SUFFIX}:0\r\n${OTHER}:3`)],
    ['clean where the list is empty', 'clean', text('')],
    ['unavailable where the server fails', 'unavailable', text(`${OTHER}:1`, 500)],
    ['unavailable where it limits the rate', 'unavailable', text(`${OTHER}:1`, 429)],
    ['unavailable where it knows no such path', 'unavailable', text(`${OTHER}:1`, 404)],
    ['unavailable where the answer is no list', 'unavailable', text('<html>sign in</html>')],
    ['unavailable where a line is broken', 'unavailable', text(`${SUFFIX}:1\r\n${OTHER}`)],
    [
      'unavailable where it is sent elsewhere',
      'unavailable',
      (response) => response.writeHead(302, { location: '/range/elsewhere' }).end(),
    ],
    [
      'unavailable where the answer is shorter than it claims',
      'unavailable',
      (response) => {
        response.writeHead(200, { 'content-length': '5000' });
        response.write(`${OTHER}:1\r\n`, () => response.destroy());
      },
    ],
    [
      'unavailable where the answer is longer than a list can be',
      'unavailable',
      text(`${OTHER}:1\r\n`.repeat(10_000)),
    ],
    [
      'unavailable where the connection is reset',
      'unavailable',
      (_response, request) => request.socket.destroy(),
    ],
  ])('is %s', async (_, expected, answer) => {
    const api = await startRangeApi(answer);
    expect(await api.check()).toBe(expected);
  });

  it.each<[string, Answer]>([
    ['never answers', () => undefined],
    ['sends a head and no body', (response) => response.writeHead(200).flushHeaders()],
    ['drips and never ends', (response) => response.writeHead(200).write(SUFFIX.slice(0, 3))],
  ])('is unavailable 2 seconds after asking a server that %s', async (_, answer) => {
    const api = await startRangeApi(answer);
    const answered = once(api.events, 'answered');
    const checked = api.check();
    await answered;
    api.clock.advance(2_000);
    expect(await checked).toBe('unavailable');
  });

  it('is unavailable where no server is there', async () => {
    const hibp = createHibp({ baseUrl: 'http://127.0.0.1:1' });
    expect(await hibp.check(PASSWORD)).toBe('unavailable');
  });

  it('leaves the process as five characters of its hash, with padding asked for', async () => {
    const api = await startRangeApi(text(''));
    await api.check();
    const [request] = api.requests;
    expect(request?.url).toBe(`/range/${HASH.slice(0, 5)}`);
    expect(request?.headers['add-padding']).toBe('true');
    expect(JSON.stringify(request?.rawHeaders)).not.toContain(SUFFIX);
  });
});

describe('the logger gets', () => {
  const url = `https://hibp.test/range/${HASH.slice(0, 5)}`;
  const refused = Object.assign(new Error(url), { code: 'ECONNREFUSED' });

  it.each<[string, unknown, object]>([
    [
      'of a timeout its name',
      new DOMException(url, 'TimeoutError'),
      { name: 'TimeoutError', code: null },
    ],
    [
      'of a refused connection the code of its cause',
      new TypeError(url, { cause: refused }),
      { name: 'TypeError', code: 'ECONNREFUSED' },
    ],
    ['of an error its own code', refused, { name: 'Error', code: 'ECONNREFUSED' }],
    ['of what is no error nothing', url, { name: 'NotAnError', code: null }],
  ])('%s, and neither URL nor prefix', async (_, thrown, fields) => {
    const warnings: object[] = [];
    const logger: Logger = { ...silentLogger, warn: (told) => warnings.push(told) };
    const fetch = vi.fn<HibpFetch>().mockRejectedValue(thrown);
    const hibp = createHibp({ fetch, logger });
    expect(await hibp.check(PASSWORD)).toBe('unavailable');
    expect(warnings).toEqual([fields]);
  });
});

it.each<[string, object]>([
  ['there is no option timeout;', { timeout: 5 }],
  ['timeoutMs must be', { timeoutMs: '2s' }],
  ['timeoutMs must be', { timeoutMs: 0 }],
  ['baseUrl must be', { baseUrl: 'api.pwnedpasswords.com' }],
  ['baseUrl must be', { baseUrl: 'https://range.example.com/' }],
  ['fetch must be', { fetch: {} }],
  ['logger must be', { logger: () => undefined }],
])('a mistake in the options is told at once: %s %j', (message, options) => {
  expect(() => createHibp(options as never)).toThrow(`createHibp: ${message}`);
});
