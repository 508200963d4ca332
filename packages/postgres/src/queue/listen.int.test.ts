import { randomUUID } from 'node:crypto';
import { isStorageUnavailable, systemCaller } from '@stepward/core';
import { ALL_SHARDS, tenantShard, type QueueNews } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { listWaiting } from '@stepward/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { emit, inUnit, leave, newEvent, subscribe } from '../../test/webhook-samples.js';
import { createPostgresStorage, migrate, type PostgresPool } from '../index.js';
import { CHANNEL, payloadOf } from './news.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
const open: { close(): Promise<void> }[] = [];

beforeEach(() => truncateTables(pool));
afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close();
});

interface Listened {
  readonly worker: string;
  readonly heard: QueueNews[];
  readonly lost: string[];
}

/** Listens as a worker that holds all shards, and waits for their events. */
async function listen(over = storage, takes: 'share' | 'none' = 'share'): Promise<Listened> {
  const { queue } = over;
  const listened: Listened = { worker: randomUUID(), heard: [], lost: [] };
  const { worker, heard, lost } = listened;
  await queue.hold({ worker, leaseMs: 60_000, takes, release: [], oldestDueAt: null });
  const listening = await queue.listen(
    worker,
    (news) => heard.push(news),
    (reason) => lost.push(reason),
  );
  open.push(listening!);
  if (takes === 'share') await expect.poll(() => heard).toEqual(['arrivals']);
  heard.splice(0);
  return listened;
}

it('an event wakes the worker that holds its shard, when its transaction commits', async () => {
  const { heard } = await listen();
  await inUnit(storage, 'acme', async ({ record }) => {
    await record({
      entries: [],
      events: [{ event: newEvent(), patterns: ['*'], orderingKey: null }],
    });
    expect(await pool.query('select')).toBeDefined();
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toEqual(['arrivals']);
});

it('an event in a transaction of the host wakes it as well, but not one that is rolled back', async () => {
  const { heard } = await listen();
  for (const end of ['rollback', 'commit']) {
    const client = await pool.connect();
    await client.query('begin');
    expect(
      await storage.appendEvent(client, 'acme', {
        event: newEvent(),
        patterns: ['*'],
        orderingKey: null,
      }),
    ).toBe('appended');
    await client.query(end);
    client.release();
  }
  await expect.poll(() => heard).toEqual(['arrivals']);
});

it('an event of a decision wakes it as well', async () => {
  const { enrolments, identities, sms, tenants } = stepwardOver(storage);
  const ada = { tenantId: 'acme', identityId: 'ada', assurance: null };
  const settings = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  (await tenants.configure(systemCaller('acme'), { sms: settings }))._unsafeUnwrap();
  (await identities.put('acme', person('ada')))._unsafeUnwrap();
  (await enrolments.start(ada))._unsafeUnwrap();
  const { heard } = await listen();

  (await enrolments.verify(ada, sms.lastCode('+14155552671')))._unsafeUnwrap();

  await expect.poll(() => heard).toEqual(['arrivals']);
});

it('hears nothing of shards that it does not hold, of another schema, and of storage that does not wake', async () => {
  await migrate({ pool, schema: 'other' });
  const { heard } = await listen();
  const none = await listen(storage, 'none');
  await emit(createPostgresStorage({ pool, wake: false }), 'acme', 1);
  await emit(createPostgresStorage({ pool, schema: 'other' }), 'acme', 1);
  await emit(storage, 'acme', 1);
  // Notifications come in the order of their commits, so this one is the last.
  await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf('shards', 'stepward')]);

  await expect.poll(() => heard).toContain('shards');
  expect(heard).toEqual(['arrivals', 'shards']);
  await expect.poll(() => none.heard).toEqual(['shards']);
});

it.each([
  ['nothing to others where it holds all of its shards', () => true, ['shards']],
  [
    'news where it holds that of the tenant alone',
    (shard: number) => shard === tenantShard('acme'),
    ['arrivals', 'shards'],
  ],
])('what a worker dispatches is %s', async (_, isHeld, expected) => {
  // One event for each listener: two within 20 ms are many, and are looked for again and again.
  const { heard, worker } = await listen();
  const { owned } = await storage.queue.hold({
    ...{ worker, leaseMs: 60_000, takes: 'share', release: [], oldestDueAt: null },
  });
  await subscribe(storage, 'acme', 5);
  await emit(storage, 'acme', 1);
  await expect.poll(() => heard).toEqual(['arrivals']);
  heard.splice(0);
  const { events } = await listWaiting(storage.queue);
  const shards = owned.filter(({ shard }) => isHeld(shard));
  const limit = { events: 1, deliveries: 10 };
  const { made } = await storage.queue.dispatch({ worker, shards }, events, limit);
  expect(made).toHaveLength(5);
  // Notifications come in the order of their commits, so this one is the last.
  await pool.query('select pg_notify($1, $2)', [CHANNEL, payloadOf('shards', 'stepward')]);
  await expect.poll(() => heard).toContain('shards');
  expect(heard).toEqual(expected);
});

it('shards that a worker gives back are news to the others', async () => {
  const { heard, worker } = await listen();
  const none = await listen(storage, 'none');
  await storage.queue.hold({
    ...{ worker, leaseMs: 60_000, takes: 'share', oldestDueAt: null },
    release: [tenantShard('acme')],
  });
  await expect.poll(() => none.heard).toEqual(['shards']);
  await leave(storage.queue, worker);
  await expect.poll(() => none.heard).toEqual(['shards', 'shards']);
  expect(heard).toContain('shards');
});

it('a connection that ends is lost once, and another one can listen', async () => {
  const { worker, lost } = await listen();
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like 'select shard from unnest%' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => lost).toHaveLength(1);
  await leave(storage.queue, worker);

  const { heard } = await listen();
  await emit(storage, 'acme', 1);
  await expect.poll(() => heard).toEqual(['arrivals']);
  expect(lost).toHaveLength(1);
});

it('a closed listener hears nothing, loses nothing, and gives its connection back', async () => {
  const { heard, lost } = await listen();
  const before = pool.totalCount;
  await open.pop()!.close();
  await expect.poll(() => pool.totalCount).toBe(before - 1);
  await emit(storage, 'acme', 1);
  await pool.query('select');
  expect([heard, lost]).toEqual([[], []]);
});

it('null where the pool has no second connection, or its clients report nothing', async () => {
  const ignored = (): void => undefined;
  const single = database.pool({ max: 1 });
  const sent: string[] = [];
  const watched = createInterceptingPool(single, (query, go) => {
    sent.push(query.text);
    return go(query);
  });
  const { queue } = createPostgresStorage({ pool: watched });
  expect(await queue.listen(randomUUID(), ignored, ignored)).toBeNull();
  expect(sent.at(-1)).toContain('unlisten *');
  expect((await single.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

  const silent: PostgresPool = {
    async connect() {
      const client = await pool.connect();
      const { query, release } = client;
      return { query: query.bind(client), release: release.bind(client) } as never;
    },
  };
  const over = createPostgresStorage({ pool: silent }).queue;
  expect(await over.listen(randomUUID(), ignored, ignored)).toBeNull();
});

it('a standby is refused, and its connection closed', async () => {
  const refusal = Object.assign(new Error('cannot execute LISTEN during recovery'), {
    ...{ severity: 'ERROR', code: '25006' },
  });
  const standby = createInterceptingPool(pool, (query, go) =>
    query.text.startsWith('listen') ? Promise.reject(refusal) : go(query),
  );
  const before = pool.totalCount;
  const { queue } = createPostgresStorage({ pool: standby });
  await expect(
    queue.listen(
      randomUUID(),
      () => undefined,
      () => undefined,
    ),
  ).rejects.toSatisfy(isStorageUnavailable);
  await expect.poll(() => pool.totalCount).toBeLessThanOrEqual(before);
});

it('200 events of parallel transactions are all noticed', async () => {
  const { queue } = storage;
  const worker = randomUUID();
  await queue.hold({ worker, leaseMs: 60_000, takes: 'share', release: [], oldestDueAt: null });
  let { cursor } = await queue.arrivals(ALL_SHARDS, null, 1_000);
  const read = new Set<string>();
  let reading = Promise.resolve();
  function onNews(): void {
    reading = reading.then(async () => {
      const page = await queue.arrivals(ALL_SHARDS, cursor, 1_000);
      cursor = page.cursor;
      for (const { eventId } of page.arrived!.events) read.add(eventId);
    });
  }
  open.push((await queue.listen(worker, onNews, () => undefined))!);

  await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      for (let event = 0; event < 25; event += 1) await emit(storage, `tenant-${index}`, 1);
    }),
  );

  await expect.poll(() => read.size).toBe(200);
  await open.pop()!.close();
  await reading;
});
