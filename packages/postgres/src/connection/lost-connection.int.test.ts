import { err, isStorageUnavailable, ok } from '@stepward/core';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import { createRecordingLogger } from '@stepward/testing';
import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage, migrate } from '../index.js';

// A server of its own, for these tests take it down.
const server = await startEmbeddedPostgres();
// Only the storage listens for `error` here: an error without a listener ends the process.
const pool = new pg.Pool({ connectionString: server.url, max: 2 });
let logger = createRecordingLogger();
let storage = createPostgresStorage({ pool, logger });
let { identities } = stepwardOver(storage);
await migrate({ pool });

beforeEach(() => {
  logger = createRecordingLogger();
  storage = createPostgresStorage({ pool, logger });
  ({ identities } = stepwardOver(storage));
});
afterAll(async () => {
  await pool.end();
  await server.stop();
});

it('a server that crashes between two queries fails the unit of work and not the process', async () => {
  const running = storage.run({ tenantId: 'acme' }, async (stores) => {
    await stores.identities.put(person('ada'), null);
    await server.crash();
    await expect.poll(messages).toContain('the database cannot be used');
    return ok(await stores.identities.find('ada'));
  });
  await expect(running).rejects.toSatisfy(isStorageUnavailable);
  expect(pool.totalCount).toBe(0);

  await server.restart();

  expect(await identities.find('acme', 'ada')).toBeNull();
  (await identities.put('acme', person('ada')))._unsafeUnwrap();
  expect(await identities.find('acme', 'ada')).toEqual(person('ada'));
  expect(messages().filter((message) => message !== 'idle database connection lost')).toEqual([
    'the database cannot be used',
    'the database can be used again',
  ]);
});

it('a service that only emits lives where its connection ends inside the transaction', async () => {
  const own = new pg.Pool({ connectionString: server.url, max: 1 });
  const stepward = stepwardOver(createPostgresStorage({ pool: own, logger }));
  const client = await own.connect();
  await client.query('begin');
  await terminateOthers();
  const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00.000Z' };
  const emitting = stepward.events.emit(
    { type: 'user.deleted', tenantId: 'acme', data },
    { tx: client },
  );
  await expect(emitting).rejects.toThrow();
  client.release(true);
  await own.end();
});

it('a connection to a server that accepts no writes is closed, so that the next one may reach the primary', async () => {
  const own = new pg.Pool({ connectionString: server.url, max: 1 });
  const { identities: people } = stepwardOver(createPostgresStorage({ pool: own, logger }));
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query('alter role current_user set default_transaction_read_only = on');
  await expect(people.put('acme', person('cy'))).rejects.toThrow('it is a standby, or');
  await admin.query('set default_transaction_read_only = off');
  await admin.query('alter role current_user reset default_transaction_read_only');
  (await people.put('acme', person('cy')))._unsafeUnwrap();
  await admin.end();
  await own.end();
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
});

it('a commit that cannot be confirmed rejects', async () => {
  const running = storage.run({ tenantId: 'acme' }, async (stores) => {
    await stores.identities.put(person('bob'), null);
    await terminateOthers();
    return ok(null);
  });
  await expect(running).rejects.toThrow();
  expect(await identities.find('acme', 'bob')).toBeNull();
});

it('idle connections that are lost are reported once, and replaced', async () => {
  const own = new pg.Pool({ connectionString: server.url, max: 2 });
  const { identities: people } = stepwardOver(createPostgresStorage({ pool: own, logger }));
  await Promise.all([people.find('acme', 'ada'), people.find('acme', 'ada')]);
  await terminateOthers();
  await expect.poll(() => own.totalCount).toBe(0);
  expect(messages()).toEqual(['idle database connection lost']);
  expect(await people.find('acme', 'ada')).toEqual(person('ada'));
  await own.end();
});

function messages(): readonly string[] {
  return logger.lines.map(({ message }) => message);
}

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
