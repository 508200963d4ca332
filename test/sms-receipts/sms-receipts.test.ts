/** docs/sms-receipts.md: what a provider reports, and what a stranger pretends to report, over real sockets. */
import { once } from 'node:events';
import { request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stepwardExpress } from '@stepward/express';
import { createFetchHandler } from '@stepward/http';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { frameworks, type RunningServer } from '../harness/frameworks.js';
import { createReceiptHost, type ReceiptHost } from './receipt-host.js';
import { SIGNING_PROVIDERS, type ReportRequest } from './signed-reports.js';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

interface Posted {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Posts to a socket. The `Host` header is that of the socket, not of the public address. */
function post(
  { port }: Pick<RunningServer, 'port'>,
  path: string,
  { headers, body }: ReportRequest,
  method = 'POST',
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const outgoing = requestHttp({ port, host: '127.0.0.1', path, method, headers });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      text(response).then((answered) => {
        const { statusCode: status = 0, headers: answeredHeaders } = response;
        resolve({ status, headers: answeredHeaders, body: answered });
      }, reject);
    });
    outgoing.end(body);
  });
}

const CASES = frameworks.flatMap((framework) =>
  Object.keys(SIGNING_PROVIDERS).map((provider) => ({ framework, name: framework.name, provider })),
);

describe.each(CASES)('on $name, receipts of $provider', ({ framework, provider }) => {
  const { reason, toleranceMs, signature } = SIGNING_PROVIDERS[provider]!;

  async function serve(): Promise<
    ReceiptHost & { post(request: ReportRequest, path?: string): Promise<Posted> }
  > {
    const host = await createReceiptHost(provider);
    const server = await framework.serve([{ path: '/scoped', api: host.api }]);
    running.push(server);
    return { ...host, post: (request, path = host.path) => post(server, path, request) };
  }

  it('that it did not arrive: an entry of the log, once, however often it is said', async () => {
    const host = await serve();
    const request = host.request('undelivered');
    for (const repeated of [request, request]) {
      expect(await host.post(repeated)).toMatchObject({ status: 204, body: '' });
    }
    const actor = { type: 'system', id: provider };
    const type = 'factor.delivery_failed';
    expect(await host.failures()).toMatchObject([
      { type, identityId: 'ada', factor: 'sms', actor, reason },
    ]);
    expect(JSON.stringify([await host.failures(), host.logs])).not.toContain('4155552671');
  });

  it('out of order: the first final status stays', async () => {
    const host = await serve();
    for (const outcome of ['delivered', 'sent', 'undelivered'] as const) {
      expect((await host.post(host.request(outcome))).status).toBe(204);
    }
    expect(await host.failures()).toEqual([]);
    const other = await serve();
    for (const outcome of ['undelivered', 'sent', 'delivered'] as const) {
      expect((await other.post(other.request(outcome))).status).toBe(204);
    }
    expect(await other.failures()).toHaveLength(1);
  });

  it('of a message that is not known change nothing', async () => {
    const host = await serve();
    const unknown = host.request('undelivered', { messageId: 'm-2' });
    expect((await host.post(unknown)).status).toBe(204);
    expect(await host.failures()).toEqual([]);
  });

  it('with a wrong signature, or none, are refused', async () => {
    const host = await serve();
    const { headers, body } = host.request('undelivered');
    const forged: readonly ReportRequest[] = [
      { headers, body: body.replace('m-1', 'm-0') },
      signature === null
        ? { headers, body: body.replace('callbackData', 'data') }
        : { headers: without(headers, signature), body },
    ];
    for (const request of forged) expect((await host.post(request)).status).toBe(401);
    expect(await host.failures()).toEqual([]);
  });

  it('of another account are refused', async () => {
    const host = await serve();
    const foreign = host.request('undelivered', { account: 'other' });
    expect((await host.post(foreign)).status).toBe(401);
    expect(await host.failures()).toEqual([]);
  });

  it.runIf(toleranceMs !== null)('that were signed too long ago are refused', async () => {
    const host = await serve();
    const request = host.request('undelivered');
    host.clock.advance((toleranceMs ?? 0) + 1_000);
    expect((await host.post(request)).status).toBe(401);
    expect(await host.failures()).toEqual([]);
  });
});

describe('on Express', () => {
  const signed = (host: ReceiptHost): ReportRequest => host.request('undelivered');

  async function serve(parsers = express()): Promise<{
    readonly host: ReceiptHost;
    readonly post: (request: ReportRequest, path: string, method?: string) => Promise<Posted>;
  }> {
    const host = await createReceiptHost('twilio');
    const server = parsers.use('/scoped', stepwardExpress(host.api)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    running.push({
      async stop() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    });
    return { host, post: (request, path, method) => post({ port }, path, request, method) };
  }

  // standard: asvs/14.2.1
  it.each([
    ['a provider that is not configured', 'POST', '/scoped/sms/receipts/other', 404],
    ['a name that every object has', 'POST', '/scoped/sms/receipts/constructor', 404],
    ['another method', 'PUT', '/scoped/sms/receipts/twilio', 405],
    ['no provider', 'POST', '/scoped/sms/receipts/', 404],
    ['more than a provider', 'POST', '/scoped/sms/receipts/infobip/a', 404],
  ])('%s is not taken', async (_, method, path, status) => {
    const { host, post: postTo } = await serve();
    expect((await postTo(signed(host), path, method)).status).toBe(status);
    expect(await host.failures()).toEqual([]);
  });

  it('a body of more than 16 KiB is not read', async () => {
    const { host, post: postTo } = await serve();
    const { headers } = signed(host);
    const length = { 'content-length': '16385' };
    const answered = await postTo({ headers: { ...headers, ...length }, body: '' }, host.path);
    expect(answered).toMatchObject({ status: 413, headers: { connection: 'close' } });
  });

  it('a body that a parser read before cannot be checked: 500, so that it comes again, and an error in the log', async () => {
    const parsed = express().use(express.urlencoded({ extended: false }));
    const { host, post: postTo } = await serve(parsed);
    expect((await postTo(signed(host), host.path)).status).toBe(500);
    expect(host.logs).toMatchObject([{ level: 'error', fields: { provider: 'twilio' } }]);
  });

  it('a signature that is refused is not an error of ours', async () => {
    const { host, post: postTo } = await serve();
    const { headers } = signed(host);
    expect((await postTo({ headers, body: 'MessageSid=m-1' }, host.path)).status).toBe(401);
    expect(host.logs).toEqual([
      { level: 'debug', fields: { provider: 'twilio' }, message: 'an sms receipt was refused' },
    ]);
  });
});

it('a Fetch handler takes them as well', async () => {
  const host = await createReceiptHost('vonage');
  const handler = createFetchHandler(host.api, { prefix: '/scoped' });
  const url = new URL(host.path, 'http://127.0.0.1').href;
  const request = new Request(url, { method: 'POST', ...host.request('undelivered') });
  expect((await handler(request)).status).toBe(204);
  expect(await host.failures()).toHaveLength(1);
});

function without(
  headers: ReportRequest['headers'],
  name: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}
