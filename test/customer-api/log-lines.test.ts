/** The stream of the logs through each binding: readers that are slow, stop or leave, and a log that fails on the way. */
import { createServer, get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import {
  createKeyRing,
  createStepward,
  silentLogger,
  type LogEntry,
  type Stepward,
} from '@stepward/core';
import { createFetchHandler, createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { createFixedClock, createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frameworks, type Framework, type RunningServer } from '../harness/frameworks.js';
import type { AddressInfo } from 'node:net';

/** The Fetch API on a socket. */
const fetchServer: Framework = {
  name: 'Fetch',
  async serve([mount]) {
    const handle = createFetchHandler(mount!.api, { scheme: () => 'https' });
    const server = createServer((request, response) => {
      const headers = request.headers as Record<string, string>;
      void handle(new Request(`http://localhost${request.url!}`, { headers })).then((answer) => {
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        const body = Readable.fromWeb(answer.body! as never);
        body.on('error', () => response.destroy());
        response.on('close', () => body.destroy());
        body.pipe(response);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return {
      port: (server.address() as AddressInfo).port,
      async stop() {
        server.closeAllConnections();
        server.close();
      },
    };
  },
};

let server: RunningServer | null = null;
let clock = createFixedClock();
beforeEach(() => {
  clock = createFixedClock();
});
afterEach(async () => {
  await server?.stop();
  server = null;
});

const entry = {
  ...{ id: 'e-1', sequence: 1, type: 'phi.accessed', at: new Date(0), target: null },
  ...{ actor: { type: 'system', id: 'test' }, client: null, retainUntil: new Date(0) },
  details: { text: 'x'.repeat(100_000) },
} as const satisfies LogEntry;

/** Starts a server whose log is what `read` gives, and asks for its lines. */
async function ask(framework: Framework, read: Stepward['logs']['read']): Promise<IncomingMessage> {
  const stepward = createStepward({
    storage: createMemoryStorage(),
    smsSender: createRecordingSmsSender(),
    codeKeys: createKeyRing({ active: { id: 'k', secret: Buffer.alloc(32, 1) } }),
    logger: silentLogger,
  });
  const api = createHttpApi({
    stepward: { ...stepward, logs: { read } },
    accessTokens: createOpaqueTokenAuthenticator(async () => ({
      tenantId: 'acme',
      identityId: 'admin',
      scopes: ['logs:read'],
    })),
    logger: silentLogger,
    clock,
    requireTls: false,
  });
  server = await framework.serve([{ path: '', api }]);
  const headers = { authorization: 'Bearer t', accept: 'application/x-ndjson' };
  const url = `http://127.0.0.1:${String(server.port)}/v1/customer/logs`;
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  expect([response.statusCode, response.headers['content-type']]).toEqual([
    200,
    'application/x-ndjson',
  ]);
  return response;
}

/** Resolves when a count has stopped growing. */
async function untilStill(count: () => number): Promise<void> {
  for (let before = -1; before !== count();) {
    before = count();
    for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
  }
}

describe.each([...frameworks, fetchServer])('on $name', (framework) => {
  it('all lines come, whole, and the stream ends', async () => {
    const batches = [[entry, entry], [entry], []];
    const response = await ask(framework, async () => batches.shift() ?? []);
    const chunks = await response.toArray();
    const lines = Buffer.concat(chunks as Buffer[])
      .toString()
      .split('\n');
    const line = JSON.parse(lines[0]!) as object;
    expect([lines.length, lines.pop(), line]).toMatchObject([4, '', { id: 'e-1' }]);
    expect(new Set(lines).size).toBe(1);
    expect(response.complete).toBe(true);
  });

  it('a reader that does not read stops the reading of the log, and one that leaves ends it', async () => {
    let reads = 0;
    const response = await ask(framework, async () => {
      reads += 1;
      await new Promise(setImmediate);
      return [entry];
    });
    await once(response, 'readable');
    response.read(1);
    // Without back pressure it would never be still.
    await untilStill(() => reads);
    const read = reads;
    response.resume();
    await expect.poll(() => reads).toBeGreaterThan(read);
    response.destroy();
    await untilStill(() => reads);
  });

  /** An endless log, read until the buffers of the socket are full: the client reads one byte of it. */
  async function askAndStop(): Promise<IncomingMessage> {
    let reads = 0;
    const response = await ask(framework, async () => {
      reads += 1;
      await new Promise(setImmediate);
      return [entry];
    });
    await once(response, 'readable');
    response.read(1);
    await untilStill(() => reads);
    return response;
  }

  it('a reader that stops loses its connection a minute after the end of the stream', async () => {
    const response = await askAndStop();
    clock.advance(360_000);
    // What the socket had taken before still comes.
    await expect(response.toArray()).rejects.toThrow(/aborted/);
    expect(response.complete).toBe(false);
  });

  it('a reader that reads on within that minute gets the whole stream', async () => {
    const response = await askAndStop();
    clock.advance(359_999);
    await response.toArray();
    expect(response.complete).toBe(true);
  });

  it('a log that fails on the way breaks the connection off: the end is not a false one', async () => {
    let reads = 0;
    const response = await ask(framework, async () => {
      reads += 1;
      if (reads > 2) throw new Error('the disk is gone');
      return [entry];
    });
    await expect(response.toArray()).rejects.toThrow(/aborted/);
    expect(response.complete).toBe(false);
  });
});
