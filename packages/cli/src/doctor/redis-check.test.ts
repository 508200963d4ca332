import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { checkRedis } from './redis-check.js';

const servers: (() => void)[] = [];
afterEach(() => servers.splice(0).forEach((close) => close()));

/** A server that answers a first request with these texts, one after the other; it gives the request back. */
async function answering(...answers: readonly string[]) {
  const asked: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      asked.push(data.toString());
      for (const answer of answers) socket.write(answer);
    });
  }).listen(0, '127.0.0.1');
  servers.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { asked, host: `127.0.0.1:${String(port)}` };
}

const bulk = (text: string): string => `$${String(Buffer.byteLength(text))}\r\n${text}\r\n`;
const info = (fields: Readonly<Record<string, string>> = {}): string =>
  bulk(
    Object.entries({
      ...{ redis_version: '7.2.4', role: 'master', maxmemory: '0', maxmemory_policy: 'noeviction' },
      ...fields,
    })
      .map(([name, value]) => `# Section\r\n${name}:${value}\r\n`)
      .join(''),
  );
const FULL = { maxmemory: '1048576' };

it.each([
  ['one that keeps everything', [info()], 'ok', 'Redis 7.2.4 counts, and evicts nothing'],
  ['one with a bound', [info(FULL)], 'ok', 'Redis 7.2.4 counts, and evicts nothing'],
  ['an answer in parts', [info().slice(0, 70), info().slice(70)], 'ok', 'Redis 7.2.4 counts'],
  [
    'one that evicts',
    [info({ ...FULL, maxmemory_policy: 'allkeys-lru' })],
    'warning',
    'Redis 7.2.4 evicts counts by allkeys-lru when its memory is full',
  ],
  ['a replica', [info({ role: 'slave' })], 'failed', 'it is a replica, which counts nothing'],
  ['an old one', [info({ redis_version: '5.0.14' })], 'warning', 'Redis 5.0.14 is no longer'],
  ['one that asks for a password', ['-NOAUTH Authentication required.\r\n'], 'failed', 'NOAUTH'],
  [
    'one that refuses INFO after the password',
    ['+OK\r\n-NOPERM no permissions\r\n'],
    'failed',
    'cannot be asked: NOPERM',
  ],
])('%s is found to be so', async (_, answers, status, found) => {
  const { host } = await answering(...answers);
  expect(await checkRedis(new URL(`redis://${host}`))).toMatchObject({
    status,
    found: expect.stringContaining(found),
  });
});

it('a name and a password are sent, and are in no finding', async () => {
  const refusal = "-ERR unknown command with 'hidden word'\r\n";
  const { asked, host } = await answering(refusal);
  const finding = await checkRedis(new URL(`redis://limits:hidden%20word@${host}`));
  expect(asked[0]).toContain('$4\r\nAUTH\r\n$6\r\nlimits\r\n$11\r\nhidden word\r\n');
  expect(finding).toMatchObject({ status: 'failed', found: `${host} cannot be asked: ERR` });
  expect(JSON.stringify(finding)).not.toContain('hidden');
});

it('a server that is away, and one that is no Redis, are findings', async () => {
  const { host } = await answering('HTTP/1.1 400 Bad Request\r\n\r\n');
  servers.splice(0).forEach((close) => close());
  expect(await checkRedis(new URL(`redis://${host}`))).toMatchObject({
    found: `${host} cannot be asked: ECONNREFUSED`,
  });
  const other = await answering('x'.repeat(1_000_001));
  expect(await checkRedis(new URL(`redis://${other.host}`))).toMatchObject({
    found: `${other.host} cannot be asked: the answer is not that of Redis`,
  });
});

const real = process.env['REDIS_URL'];

it.skipIf(real === undefined)('a real one is asked (REDIS_URL)', async () => {
  expect(await checkRedis(new URL(real ?? ''))).toMatchObject({
    found: expect.stringMatching(/^Redis \d+\./),
  });
});
