import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { freePort } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { runLine } from '../../test/recording-io.js';
import { tenantDatabase } from '../../test/tenant-database.js';

const { env, database } = await tenantDatabase();
const PAGE = 'https://github.com/stepward/stepward/blob/main/docs/';

it('each check is a line; a warning says what to do, where to read, and leaves the exit code 0', async () => {
  const { code, stdout } = await runLine('doctor --code-key key-1', env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ok {7}server version: Postgres \d+/);
  expect(stdout).toContain('ok       code keys: nothing is stored under a key\n');
  expect(stdout).toContain('\nwarning  delivery worker: no delivery worker runs; start one, ');
  expect(stdout).toContain(`; see ${PAGE}operations.md#the-delivery-worker\n`);
});

it('a check that fails makes the exit code 1, also as JSON', async () => {
  const pool = database.pool({ max: 1 });
  await pool.query('alter table stepward.grants disable row level security');
  expect(await runLine('doctor', env)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^failed {3}row-level security: .* for grants; alter table/m),
  });
  const { stdout } = await runLine('doctor --json', env);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    checks: expect.arrayContaining([
      expect.objectContaining({ name: 'row-level security', status: 'failed' }),
    ]),
  });
  await pool.query('alter table stepward.grants enable row level security');
});

it('a database that cannot be reached, or refuses the role, is a finding that shows no password', async () => {
  const port = String(await freePort());
  const away = { DATABASE_URL: `postgres://app:hidden-word@127.0.0.1:${port}/app` };
  const unreachable = await runLine('doctor', away);
  expect(unreachable).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^failed {3}connection: .* cannot be reached: ECONNREFUSED; check/,
    ),
  });
  const url = new URL(env['DATABASE_URL']!);
  url.username = 'nobody-of-that-name';
  url.password = 'hidden-word';
  const refused = await runLine('doctor', { DATABASE_URL: url.href });
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^failed {3}connection: the database failed: /),
  });
  expect(unreachable.stdout + refused.stdout).not.toContain('hidden-word');
});

it('an address that is no https address is a finding, and any other text is not understood', async () => {
  const { code, stdout } = await runLine(
    `doctor --address http://127.0.0.1:${String(await freePort())}`,
    env,
  );
  expect(code).toBe(1);
  expect(stdout).toContain('\nfailed   address: it is no https address; end TLS');
  expect(await runLine('doctor --address api.example.com', env)).toMatchObject({ code: 2 });
  expect(await runLine('doctor --signing-keys', env)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('STEPWARD_SIGNING_KEYS is not set'),
  });
});

it('the Redis of the request limits is asked at REDIS_URL', async () => {
  const { code, stdout } = await runLine('doctor --redis', {
    ...env,
    REDIS_URL: `redis://:hidden-word@127.0.0.1:${String(await freePort())}`,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed {3}redis: 127\.0\.0\.1:\d+ cannot be asked: ECONNREFUSED; /m);
  expect(stdout).not.toContain('hidden-word');
  expect(await runLine('doctor --redis', { ...env, REDIS_URL: 'localhost' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('REDIS_URL must begin with redis:// or rediss://'),
  });
});

it('a service that trusts any X-Forwarded-For is a finding', async () => {
  const counts = new Map<string, number>();
  const service = createHttpServer(({ headers }, response) => {
    const address = String(headers['x-forwarded-for'] ?? 'of the connection');
    counts.set(address, (counts.get(address) ?? 0) + 1);
    response.setHeader('x-ratelimit-limit', 120);
    response.setHeader('x-ratelimit-remaining', 120 - counts.get(address)!);
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const { code, stdout } = await runLine(
    `doctor --address http://127.0.0.1:${String(port)}/mfa`,
    env,
  );
  service.close();
  expect(code).toBe(1);
  expect(stdout).toContain('\nfailed   proxy trust: a caller chooses the address that is counted');
  expect(counts.get('of the connection')).toBe(6);
});
