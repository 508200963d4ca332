import { randomUUID } from 'node:crypto';
import { ok, systemCaller, TenantElsewhere, type StorageWithWebhooks } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { listWaiting } from '@stepward/testing';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { fillQueue, fillTables } from '../../test/every-table.js';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { attempted, emit } from '../../test/webhook-samples.js';
import { IS_TABLE } from '../migrations/grant-runtime.js';
import { createPostgresStorage, migrate, moveTenant, type PostgresPool } from '../index.js';
import { TENANT_TABLES } from '../maintenance/tenant-tables.js';

const ADA = { tenantId: 'acme', identityId: 'ada@example.com', phone: '+14155552671' };
const OTHER = { tenantId: 'globex', identityId: 'ada@example.com', phone: '+14155552671' };

const EVENT = {
  type: 'user.deleted',
  tenantId: 'acme',
  data: { id: 'a', deleted_at: '2026-01-01T00:00:00.000Z' },
} as const;

const database = await testDatabase();
const pool = database.pool();
const STAGES = ['north', 'south'] as const;

beforeEach(async () => {
  for (const schema of STAGES) {
    await pool.query(`drop schema if exists ${schema} cascade`);
    await migrate({ pool, schema });
  }
});

function storageOf(schema: string): StorageWithWebhooks {
  return createPostgresStorage({ pool, schema });
}

/**
 * @param through the pool of the process that moves
 * @param name that of the new database; that of its schema by default
 */
function move(through: PostgresPool = pool, from = 'north', to = 'south', name = to) {
  return moveTenant(between(through, from, to, name));
}

/** Takes back the move from the north to the south. */
function cancel(through: PostgresPool = pool) {
  return moveTenant({ ...between(through, 'north', 'south', 'south'), cancel: true });
}

function between(through: PostgresPool, from: string, to: string, name: string) {
  return {
    tenantId: 'acme',
    from: { name: from, pool: through, schema: from },
    to: { name, pool: through, schema: to },
  };
}

/** The pool of a process that is killed before it sends another statement. */
function dyingAfter(statements: number): PostgresPool {
  let count = 0;
  return createInterceptingPool(pool, async (query, go) => {
    count += 1;
    if (count > statements) throw new Error('killed');
    return go(query);
  });
}

/** The pool of a process that is killed before it sends a statement with that text. */
function dyingAt(text: string): PostgresPool {
  return createInterceptingPool(pool, async (query, go) => {
    if (query.text.includes(text)) throw new Error('killed');
    return go(query);
  });
}

/** The result of a move or its cancellation: `done`, or the message of its error. */
function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error as Error).message,
  );
}

/** Rows of two tenants in every table of the north. */
async function fill(): Promise<void> {
  const storage = storageOf('north');
  const stepward = stepwardOver(storage);
  for (const whose of [ADA, OTHER]) await fillTables(storage, stepward, whose);
  await fillQueue(storage, ['acme', 'globex']);
}

/** The rows of a statement on what the tenant that moves has. */
async function asAcme(text: string): Promise<readonly unknown[]> {
  const results = await pool.query(`begin; set local stepward.tenant_id = 'acme'; ${text}; commit`);
  return (results as unknown as readonly { readonly rows: readonly unknown[] }[])[2]?.rows ?? [];
}

/** What Postgres fills in itself, in each database. */
const OWN = ['written_by', 'queued_by', 'arrival'];

/** Every row of a tenant, by table. */
async function rowsOf(
  schema: string,
  tenantId: string,
): Promise<Record<string, readonly string[]>> {
  const client = await pool.connect();
  const found: Record<string, readonly string[]> = {};
  try {
    await client.query(`begin; set local stepward.tenant_id = '${tenantId}'`);
    for (const table of [...TENANT_TABLES, 'subscriber_filters']) {
      const { rows } = await client.query<{ text: string }>(
        `select (to_jsonb(one) - $1::text[])::text as text from ${schema}.${table} as one order by 1`,
        [OWN],
      );
      if (rows.length > 0) found[table] = rows.map(({ text }) => text);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return found;
}

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
    const caller = systemCaller('acme');
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
    (await south.policies.update(caller, 'org-2', { gracePeriodMs: 0 }))._unsafeUnwrap();

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

  it('arrives whole wherever the process dies that moves it', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    const step = inject('tier') === 'full' ? 4 : 23;
    let deaths = 0;
    for (let limit = step; ; limit += step) {
      const ended = await outcomeOf(move(dyingAfter(limit)));
      if (ended === 'done') break;
      expect(ended).toBe('killed');
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(5);
    expect(await rowsOf('south', 'acme')).toEqual(before);
    expect(await rowsOf('north', 'acme')).toEqual({});
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
      const isAcme = ({ tenantId }: { readonly tenantId: string }): boolean => tenantId === 'acme';
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
    const late = createInterceptingPool(pool, async (query, go) => {
      if (!isLate && query.text.includes('insert into "south".tenants')) {
        isLate = true;
        await emit(north, 'acme', 3);
        (await stepward.identities.erase(systemCaller('acme'), 'bob@example.com'))._unsafeUnwrap();
        await stepward.organisations.put('acme', 'org-late');
      }
      return go(query);
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

describe('a move that is cancelled', () => {
  const work = async () => ok(null);
  const step = inject('tier') === 'full' ? 11 : 29;

  it.each([
    ['arrives', 1],
    ['is deleted from the old database', 2],
  ])(
    'is not harmed by a process that stands still before it %s, until it was moved on and back',
    async (_, standing) => {
      await fill();
      const before = await rowsOf('north', 'acme');
      let holds = 0;
      const slow = createInterceptingPool(pool, async (query, go) => {
        if (query.text.includes("state = 'left' for update")) {
          holds += 1;
          if (holds === standing) {
            await move();
            await move(pool, 'south', 'north');
          }
        }
        return go(query);
      });

      await expect(move(slow)).rejects.toThrow('another process has taken the move of this tenant');

      expect(await rowsOf('north', 'acme')).toEqual(before);
      expect(await rowsOf('south', 'acme')).toEqual({});
    },
  );

  it('is bound by no statement_timeout, and leaves the tenant usable where a statement fails', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    const limits = new Set<unknown>();
    let hasFrozen = false;
    const limited = database.pool({ options: '-c statement_timeout=60000' });
    const failing = createInterceptingPool(limited, async (query, go) => {
      if (query.text.includes("'leaving', $2")) hasFrozen = true;
      if (!hasFrozen || !query.text.includes('count(*)')) return go(query);
      const { rows } = await go({ text: `select current_setting('statement_timeout') as ms` });
      limits.add((rows[0] as { readonly ms: string }).ms);
      throw new Error('the server is away');
    });

    await expect(move(failing)).rejects.toThrow('the server is away');

    expect([...limits]).toEqual(['0']);
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
    await move();
    expect(await rowsOf('north', 'acme')).toEqual({});
  });

  it('leaves the tenant as it was, wherever the process died that moved it, until the new database has it', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    const outcomes: string[] = [];
    for (let limit = step; ; limit += step) {
      const moved = await outcomeOf(move(dyingAfter(limit)));
      const cancelled = await outcomeOf(cancel());
      outcomes.push(cancelled);
      if (cancelled !== 'done') {
        expect(cancelled).toContain('the tenant lives in south already');
        if (moved !== 'done') await move();
        break;
      }
      expect(moved).toBe('killed');
      expect(await rowsOf('north', 'acme')).toEqual(before);
      expect(await rowsOf('south', 'acme')).toEqual({});
      expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
      const { events, subscribers } = await listWaiting(storageOf('north').queue);
      const isAcme = ({ tenantId }: { readonly tenantId: string }): boolean => tenantId === 'acme';
      expect([...events, ...subscribers].filter(isAcme).length).toBeGreaterThan(0);
    }
    expect(outcomes.length).toBeGreaterThan(3);
    expect(await rowsOf('south', 'acme')).toEqual(before);
    expect(await rowsOf('north', 'acme')).toEqual({});
  });

  it('is undone wherever the process dies that cancels it, and can be moved later', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    expect(await outcomeOf(move(dyingAt("set state = 'left'")))).toBe('killed');
    await expect(storageOf('north').run({ tenantId: 'acme' }, work)).rejects.toMatchObject({
      name: 'StorageUnavailable',
    });

    let deaths = 0;
    for (let limit = step; ; limit += step) {
      const ended = await outcomeOf(cancel(dyingAfter(limit)));
      if (ended === 'done') break;
      expect(ended).toBe('killed');
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(1);
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect(await rowsOf('south', 'acme')).toEqual({});

    await move();
    expect(await rowsOf('south', 'acme')).toEqual(before);
  });

  it('cannot go on once a part of the copy is deleted', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    expect(await outcomeOf(move(dyingAt("'leaving', $2")))).toBe('killed');
    expect(await outcomeOf(cancel(dyingAt("set state = 'left'")))).toBe('killed');
    await expect(move()).rejects.toThrow('cancel it again, then move the tenant');
    await cancel();
    await move();
    expect(await rowsOf('south', 'acme')).toEqual(before);
  });

  it('fails in the process that still makes it, and leaves the tenant usable', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    let isCancelled = false;
    const slow = createInterceptingPool(pool, async (query, go) => {
      if (!isCancelled && query.text.includes("'leaving', $2")) {
        isCancelled = true;
        await cancel();
      }
      return go(query);
    });
    await expect(move(slow)).rejects.toThrow('another process has taken the move of this tenant');
    expect((await storageOf('north').run({ tenantId: 'acme' }, work)).isOk()).toBe(true);
    expect(await rowsOf('north', 'acme')).toEqual(before);
    expect(await rowsOf('south', 'acme')).toEqual({});
  });

  it('never began changes nothing', async () => {
    await fill();
    const before = await rowsOf('north', 'acme');
    expect(await cancel()).toEqual({});
    expect(await rowsOf('north', 'acme')).toEqual(before);
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
    let isReplaced = false;
    const slow = createInterceptingPool(pool, async (query, go) => {
      if (!isReplaced && query.text.includes('from "north".tenants where')) {
        isReplaced = true;
        await move();
      }
      return go(query);
    });
    await expect(move(slow)).rejects.toThrow(
      'another process has taken the move of this tenant over',
    );
    expect(await rowsOf('north', 'acme')).toEqual({});
  });
});
