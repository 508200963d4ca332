import { err, type Logger, ok } from '@stepward/core';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { person, stepwardOver } from '../test/stepward-over.js';
import { createPostgresStorage, migrate } from './index.js';

// A server of its own, for these tests take it down.
const server = await startEmbeddedPostgres();
// Only the storage listens for `error` here: an error without a listener ends the process.
const pool = new pg.Pool({ connectionString: server.url, max: 2 });
const warnings: string[] = [];
const logger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  error: () => undefined,
  warn: (_, message) => warnings.push(message),
};
const storage = createPostgresStorage({ pool, logger });
const { identities } = stepwardOver(storage);
await migrate({ pool });

beforeEach(() => {
  warnings.length = 0;
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

it('a server that crashes between two queries fails the unit of work and not the process', async () => {
  const running = storage.run({ tenantId: 'acme' }, async (stores) => {
    await stores.identities.put(person('ada'));
    await server.crash();
    await expect.poll(() => warnings).toContain('database connection lost during a unit of work');
    return ok(await stores.identities.find('ada'));
  });
  await expect(running).rejects.toThrow(/not queryable|terminated/);
  expect(pool.totalCount).toBe(0);

  await server.restart();

  expect(await identities.find('acme', 'ada')).toBeNull();
  (await identities.put('acme', person('ada')))._unsafeUnwrap();
  expect(await identities.find('acme', 'ada')).toEqual(person('ada'));
});

it('what the work answers wins over a roll-back that fails', async () => {
  const failure = new Error('from inside');
  const refused = await storage.run({ tenantId: 'acme' }, async () => {
    await terminateOthers();
    return err('no');
  });
  const thrown = storage.run({ tenantId: 'acme' }, async () => {
    await terminateOthers();
    throw failure;
  });

  expect(refused._unsafeUnwrapErr()).toBe('no');
  await expect(thrown).rejects.toBe(failure);
  expect(warnings).toContain('roll-back failed, the database connection is closed');
});

it('a commit that cannot be confirmed rejects', async () => {
  const running = storage.run({ tenantId: 'acme' }, async (stores) => {
    await stores.identities.put(person('bob'));
    await terminateOthers();
    return ok(null);
  });
  await expect(running).rejects.toThrow();
  expect(await identities.find('acme', 'bob')).toBeNull();
});

it('idle connections that are lost are reported, and replaced', async () => {
  await identities.find('acme', 'ada');
  await terminateOthers();
  await expect.poll(() => warnings).toContain('idle database connection lost');
  expect(await identities.find('acme', 'ada')).toEqual(person('ada'));
});

/** Ends every connection of the pool, as an operator would. */
async function terminateOthers(): Promise<void> {
  const operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
  await operator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and pid <> pg_backend_pid()`,
  );
  await operator.end();
}
