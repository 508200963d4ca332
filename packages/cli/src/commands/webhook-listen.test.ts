import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { testEvent } from '@stepward/receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordingIo, runLine, type Outcome, type RecordingIo } from '../../test/recording-io.js';

const SECRET = 'whsec_c21va2U=';
const OTHER_SECRET = 'whsec_b3RoZXI=';

function newKey() {
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const { kty, crv, x = '' } = privateKey;
  const whpk = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
  return { privateKey, publicKey: { kty, crv, x }, whpk };
}

let io: RecordingIo;
let running: Promise<Outcome>;

/** Starts the command, and resolves to the address that it says it listens on. */
async function listen(options = '', secret = SECRET): Promise<string> {
  io = recordingIo();
  const line = `webhook listen --port 0 ${options}`;
  running = runLine(line, { STEPWARD_WEBHOOK_SECRET: secret }, io);
  await expect.poll(() => io.stderr.join('')).toContain('listening on ');
  return /http:\S+\d/.exec(io.stderr.join(''))![0];
}

/** The line that a request led to. */
async function lineOf(request: Promise<unknown>): Promise<string> {
  const before = io.stdout.length;
  await request;
  await expect.poll(() => io.stdout.length).toBe(before + 1);
  return io.stdout[before]!;
}

afterEach(async () => {
  io.stop();
  await running;
});

async function deliver(url: string, { secret = SECRET, change = {} } = {}): Promise<Response> {
  const { headers, body } = await testEvent('user.created', { secret });
  return fetch(`${url}/any/path`, { method: 'POST', headers, body, ...change });
}

it('prints a genuine delivery as one line, or as JSON', async () => {
  const url = await listen();
  const delivery = await testEvent('user.created', {
    secret: SECRET,
    data: { email: 'a\u009b@b.c' },
  });
  const answered = fetch(url, { method: 'POST', ...delivery });
  const line = await lineOf(answered);
  expect((await answered).status).toBe(204);
  expect(line).toMatch(
    /^verified {2}v1 {2}user\.created {2}[0-9a-f-]{36} {2}\d{4}-\S+Z {2}\{.*\}\n$/,
  );
  expect(line).toContain(String.raw`a\u{9b}@b.c`);
  io.stop();
  await running;

  const jsonUrl = await listen('--json');
  const value = JSON.parse(await lineOf(fetch(jsonUrl, { method: 'POST', ...delivery })));
  const { event_id, idempotency_key, timestamp, data } = JSON.parse(
    new TextDecoder().decode(delivery.body),
  );
  const ids = { event_type: 'user.created', event_id, idempotency_key, timestamp };
  expect(value).toEqual({ verified: true, signature: 'v1', ...ids, known: true, data });
});

it('accepts either of two secrets', async () => {
  const url = await listen('', `${OTHER_SECRET},${SECRET}`);
  expect(await lineOf(deliver(url))).toMatch(/^verified /);
});

describe('with public keys', () => {
  const [OURS, OTHERS] = [newKey(), newKey()];
  const sent = async (url: string, { privateKey }: ReturnType<typeof newKey>) =>
    fetch(url, { method: 'POST', ...(await testEvent('user.created', { privateKey })) });

  it.each([
    ['a list', () => `${OTHERS.whpk},${OURS.whpk}`],
    ['an address', () => keysUrl],
  ])('of %s verifies the asymmetric signature, and needs no secret', async (_, keys) => {
    const url = await listen(`--json --v1a ${keys()}`, '');
    const answered = sent(url, OURS);
    expect(JSON.parse(await lineOf(answered))).toMatchObject({ verified: true, signature: 'v1a' });
    expect((await answered).status).toBe(204);
    expect(await lineOf(sent(url, newKey()))).toContain('"signature_mismatch"');
    expect(await lineOf(deliver(url))).toContain('"signature_missing"');
  });

  it('at an address that cannot be read, a delivery is to be sent again', async () => {
    const url = await listen(`--v1a ${keysUrl}/none`, '');
    const answered = sent(url, OURS);
    expect(await lineOf(answered)).toContain('keys_unreadable: the public keys cannot be read');
    expect((await answered).status).toBe(500);
  });

  it.each(['whpk_x', OURS.whpk.slice(5), `${OURS.whpk},`, 'http://10.0.0.1/keys', 'ftp://a/'])(
    'that are not valid exit with 2: %s',
    async (keys) => {
      const { code, stderr } = await runLine(`webhook listen --v1a ${keys}`);
      expect(code).toBe(2);
      expect(stderr).toContain('--v1a must be 1 to 8 keys');
    },
  );

  let keysUrl: string;
  const server = createServer(({ url }, response) => {
    const found = url === '/keys';
    response.writeHead(found ? 200 : 404).end(JSON.stringify({ keys: [OURS.publicKey] }));
  });
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    keysUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/keys`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
});

describe('a request that is not a genuine delivery', () => {
  it.each([
    ['another secret', { secret: OTHER_SECRET }, 'signature_mismatch', 400],
    ['another body', { change: { body: '{}' } }, 'signature_mismatch', 400],
    ['no headers', { change: { headers: {} } }, 'signature_missing', 400],
    ['another method', { change: { method: 'PUT' } }, 'method_not_allowed', 405],
    ['too large a body', { change: { body: 'x'.repeat(600_000) } }, 'body_too_large', 413],
  ])('with %s is refused, and the line says why', async (_, change, reason, status) => {
    const url = await listen('--json');
    const answered = deliver(url, change);
    const value = JSON.parse(await lineOf(answered));
    expect((await answered).status).toBe(status);
    const hasHeaders = reason !== 'signature_missing';
    expect(value).toEqual({
      verified: false,
      reason,
      event_type: hasHeaders ? 'user.created' : null,
      event_id: hasHeaders ? expect.any(String) : null,
    });
  });

  it('because it ended early is refused as well', async () => {
    const url = new URL(await listen());
    const socket = connect(Number(url.port), url.hostname);
    const head =
      'POST / HTTP/1.1\r\nHost: a\r\nX-Webhook-Event: e\u009bvil\r\nContent-Length: 9\r\n\r\n{';
    const sent = new Promise<void>((resolve) => {
      socket.end(Buffer.from(head, 'latin1'), resolve);
    });
    expect(await lineOf(sent)).toBe(
      String.raw`refused   e\u{9b}vil  no id  body_incomplete: the body ended early` + '\n',
    );
  });
});

it('ends with 0 when it is stopped, though a client holds a connection open', async () => {
  const { port, hostname } = new URL(await listen());
  const socket = connect(Number(port), hostname);
  await new Promise((resolve) => socket.once('connect', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  io.stop();
  expect((await running).code).toBe(0);
  await closed;
});

it('a port that is in use exits with 1', async () => {
  const { port } = new URL(await listen());
  const env = { STEPWARD_WEBHOOK_SECRET: SECRET };
  const { code, stdout, stderr } = await runLine(`webhook listen --port ${port}`, env);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe(`stepward webhook listen: cannot listen on 127.0.0.1:${port}: EADDRINUSE\n`);
});

it.each([' ', `${SECRET},`, SECRET.slice('whsec_'.length), `${SECRET}, ${OTHER_SECRET}`])(
  'a secret with spaces around it, an empty one, or one without its prefix exits with 2: %j',
  async (secret) => {
    const { code, stderr } = await runLine('webhook listen', { STEPWARD_WEBHOOK_SECRET: secret });
    expect(code).toBe(2);
    expect(stderr).toContain('STEPWARD_WEBHOOK_SECRET is not whsec_ and base64');
    expect(stderr).not.toContain(SECRET);
  },
);
