import { randomUUID } from 'node:crypto';
import { ok, TenantElsewhere } from '@stepward/core';
import { listWaiting } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { ACME, isAcme, moveHarness } from '../../test/move-harness.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { attempted, emit } from '../../test/webhook-samples.js';
import { IS_TABLE } from '../migrations/grant-runtime.js';
import { TENANT_TABLES } from '../maintenance/tenant-tables.js';

const EVENT = {
  type: 'user.deleted',
  tenantId: 'acme',
  data: { id: 'a', deleted_at: '2026-01-01T00:00:00.000Z' },
} as const;

const { pool, storageOf, fill, move, actingAt, asAcme, rowsOf } = await moveHarness();

it('names every table with rows of tenants', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'north'::regnamespace and ${IS_TABLE} and attname = 'tenant_id'`,
  );
  const named = [...TENANT_TABLES, 'subscriber_filters', 'tenant_moves'];
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

describe('a tenant that is moved', () => {
  it('has every row in the new database and none in the old one, and other tenants have theirs', async () => {
    await fill();
    const [before, other] = [await rowsOf('north', 'acme'), await rowsOf('north', 'globex')];
    expect(Object.keys(before).toSorted()).toEqual(
      [...TENANT_TABLES, 'subscriber_filters'].toSorted(),
    );

    const moved = await move();

    expect(await rowsOf('south', 'acme')).toEqual(before);
    expect(await rowsOf('north', 'acme')).toEqual({});
    expect(await rowsOf('north', 'globex')).toEqual(other);
    expect(moved['audit_entries']).toBe(before['audit_entries']?.length);
    expect(await stepwardOver(storageOf('south')).audit.verifyChain('acme')).toBeNull();
  });

  it('goes on in the new database: its chain, its sequences and its log in the order of writing', async () => {
    await fill();
    const entriesIn = async (schema: string): Promise<readonly string[]> =>
      (
        await storageOf(schema).run({ tenantId: 'acme' }, async ({ authenticationLog }) =>
          ok(((await authenticationLog.after(null, 100)) ?? []).map(({ id }) => id)),
        )
      )._unsafeUnwrap();
    const written = (await rowsOf('north', 'acme'))['authentication_entries'] ?? [];
    // An entry is read once all transactions of the server that began before it have ended, those of other tests among them.
    await expect.poll(() => entriesIn('north')).toHaveLength(written.length);
    const entries = await entriesIn('north');
    await move();

    const south = stepwardOver(storageOf('south'));
    (await south.identities.put('acme', person('bob@example.com')))._unsafeUnwrap();
    await south.organisations.put('acme', 'org-2');
    (await south.policies.update(ACME, 'org-2', { gracePeriodMs: 0 }))._unsafeUnwrap();

    expect(await south.audit.verifyChain('acme')).toBeNull();
    await expect.poll(() => entriesIn('south')).toEqual(entries);
  });

  it('is refused by the old database, which names the new one, until it is moved back', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    await move();
    const north = storageOf('north');
    const work = async () => ok(null);
    const scope = {
      tenantId: 'acme',
      identityId: 'ada',
      factor: 'sms',
      purpose: 'enrolment',
    } as const;
    const elsewhere = { name: 'StorageUnavailable', movedTo: 'south' };

    await expect(north.run({ tenantId: 'acme' }, work)).rejects.toMatchObject(elsewhere);
    await expect(
      north.decide(scope, ({ record }) => ok({ outcome: null, record })),
    ).rejects.toMatchObject(elsewhere);
    const client = await pool.connect();
    await client.query('begin');
    await expect(stepwardOver(north).events.emit(EVENT, { tx: client })).rejects.toBeInstanceOf(
      TenantElsewhere,
    );
    await client.query('rollback');
    client.release();
    await expect(move()).resolves.toEqual({});
    await expect(move(pool, 'north', 'south', 'west')).rejects.toThrow(
      'does not live in north, but in south',
    );

    await move(pool, 'south', 'north');
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect((await north.run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
  });

  it('has its queue hidden from the workers of both databases until it has arrived, and nothing that they send is recorded', async () => {
    await fill();
    const [north, south] = [storageOf('north'), storageOf('south')];
    const worker = randomUUID();
    const hold = {
      worker,
      leaseMs: 60_000,
      takes: 'free',
      release: [],
      oldestDueAt: null,
    } as const;
    const { owned } = await north.queue.hold(hold);
    const { subscribers } = await listWaiting(north.queue);
    const windows = subscribers.map((each) => ({ ...each, isLate: true, after: null, limit: 10 }));
    const sent = (await north.queue.load(windows)).flat();
    const found: unknown[] = [];
    const watched = createInterceptingPool(pool, async (query, go) => {
      if (!query.text.includes("set state = 'left'")) return go(query);
      const results = sent.map((delivery) => ({
        ...attempted(delivery, 'delivered'),
        attempts: 1,
      }));
      const { stored } = await north.queue.finish({ worker, shards: owned }, results);
      const opened = await north.queue.open(sent);
      for (const { queue } of [north, south]) {
        const { events, subscribers: waiting } = await listWaiting(queue);
        found.push([...events, ...waiting].filter(({ tenantId }) => tenantId === 'acme').length);
      }
      found.push(sent.filter(isAcme).length > 0);
      found.push(
        sent.map((each, index) => isAcme(each) && (stored[index] || opened[index])).filter(Boolean),
      );
      return go(query);
    });

    await move(watched);

    expect(found).toEqual([0, 0, true, []]);
    const { events, subscribers: waiting } = await listWaiting(south.queue);
    expect([events.length, waiting.length]).toEqual([1, 1]);
  });

  it('has its backlog hidden before the shards of all tenants are locked, but for what a worker is storing', async () => {
    await fill();
    await asAcme(
      `insert into north.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
       select tenant_id, gen_random_uuid(), type, data, emitted_at, patterns, shard
       from north.outbox, generate_series(1, 2500)`,
    );
    const queued = (schema: string) =>
      asAcme(
        `select (select count(*) from ${schema}.outbox where shard >= 0)::integer as events,
           (select count(*) from ${schema}.pending_deliveries where shard >= 0)::integer as deliveries`,
      );
    expect(await queued('north')).toEqual([{ events: 2501, deliveries: 1 }]);
    const worker = await pool.connect();
    await worker.query(`begin; set local stepward.tenant_id = 'acme';
      select from north.pending_deliveries for update`);
    const found: unknown[] = [];
    const watched = createInterceptingPool(pool, async (query, go) => {
      if (query.text.includes('order by shard for update')) {
        found.push(await queued('north'));
        await worker.query('rollback');
        worker.release();
      }
      return go(query);
    });

    await move(watched);

    expect(found).toEqual([[{ events: 0, deliveries: 1 }]]);
    expect(await queued('south')).toEqual([{ events: 2501, deliveries: 1 }]);
  });

  it('takes along what changes and what is erased while it is copied', async () => {
    await fill();
    const north = storageOf('north');
    const stepward = stepwardOver(north);
    (
      await stepward.identities.put('acme', person('bob@example.com', '+14155552672'))
    )._unsafeUnwrap();
    let isLate = false;
    const late = actingAt('insert into "south".tenants', async () => {
      isLate = true;
      await emit(north, 'acme', 3);
      (await stepward.identities.erase(ACME, 'bob@example.com'))._unsafeUnwrap();
      await stepward.organisations.put('acme', 'org-late');
    });
    let before: unknown;
    const recording = createInterceptingPool(pool, async (query, go) => {
      const answer = await go(query);
      if (query.text.includes("'leaving', $2")) before = await rowsOf('north', 'acme');
      return answer;
    });
    await move({
      connect: async () => (isLate ? recording : late).connect(),
    });

    expect(isLate).toBe(true);
    const { outbox: _, pending_deliveries: __, ...others } = before as Record<string, unknown>;
    expect(await rowsOf('south', 'acme')).toMatchObject(others);
  });

  it('stays where it is while a transaction of the service goes on', async () => {
    await fill();
    const client = await pool.connect();
    await client.query('begin');
    const emitted = await stepwardOver(storageOf('north')).events.emit(EVENT, { tx: client });
    const impatient = createInterceptingPool(pool, async (query, go) =>
      query.text.includes('pg_sleep')
        ? go({ ...query, values: [query.values?.[0], 0] })
        : go(query),
    );

    await expect(move(impatient)).rejects.toThrow('1 transactions of the service have been open');
    expect((await storageOf('north').run({ tenantId: 'acme' }, async () => ok(null))).isOk()).toBe(
      true,
    );

    await client.query('commit');
    client.release();
    await move();
    const south = stepwardOver(storageOf('south'));
    const { items } = await south.events.list('acme', {}, { limit: 100 });
    expect(items.map(({ id }) => id)).toContain(emitted._unsafeUnwrap().id);
  });
});

describe('a move is refused', () => {
  it('where the new database has rows of the tenant', async () => {
    await fill();
    await stepwardOver(storageOf('south')).organisations.put('acme', 'org-1');
    await expect(move()).rejects.toThrow(
      'the database south has rows of the tenant in organisation',
    );
  });

  it('to the process that another one has replaced', async () => {
    await fill();
    const slow = actingAt('from "north".tenants where', () => move());
    await expect(move(slow)).rejects.toThrow(
      'another process has taken the move of this tenant over',
    );
    expect(await rowsOf('north', 'acme')).toEqual({});
  });
});
