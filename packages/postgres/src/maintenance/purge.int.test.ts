import { ok } from '@stepward/core';
import { DELIVERY_RETENTION_MS, purgeStorage } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createRecordingPool } from '../../test/recording-pool.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { inUnit, uuidAt } from '../../test/webhook-samples.js';
import { createPostgresStorage, type PostgresPool } from '../index.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const SUBSCRIBER = '00000000-0000-4000-8000-000000000001';

const database = await testDatabase();
const pool = database.pool();
beforeEach(() => truncateTables(pool));

it('more rows than one transaction takes are all swept, batch by batch', async () => {
  const recording = createRecordingPool(pool);
  await insertOldLedgers(2_500);

  await purgeStorage(createPostgresStorage({ pool: recording }), NOW);

  expect(await countLedgers()).toBe(0);
  const batches = ['begin', 'delete', 'commit', 'begin', 'delete', 'commit', 'begin', 'delete'];
  expect(recording.take().join(' ')).toContain(batches.join(' '));
});

it('two sweeps at once share the work and do not wait for each other', async () => {
  const storage = createPostgresStorage({ pool });
  await insertOldLedgers(2_000);
  await Promise.all([purgeStorage(storage, NOW), purgeStorage(storage, NOW)]);
  expect(await countLedgers()).toBe(0);
});

it('a ledger that a unit of work holds is left for the next sweep', async () => {
  const storage = createPostgresStorage({ pool });
  await insertOldLedgers(2);
  const held = await storage.run({ tenantId: 'acme' }, async ({ transaction }) => {
    await transaction.query('select from stepward.ledgers limit 1 for update');
    await purgeStorage(storage, NOW);
    return ok(null);
  });

  expect(held.isOk()).toBe(true);
  expect(await countLedgers()).toBe(1);
});

it('more audit entries than one transaction takes are purged batch by batch, by two sweeps at once, into one chain', async () => {
  const storage = createPostgresStorage({ pool });
  const recording = createRecordingPool(pool);
  const { audit } = stepwardOver(storage);
  await insertOldAuditEntries(2_500);

  await Promise.all([
    purgeStorage(createPostgresStorage({ pool: recording }), NOW),
    purgeStorage(storage, NOW),
  ]);

  expect(recording.take()).toContain('delete');
  const left = await storage.run({ tenantId: 'acme' }, async (stores) =>
    ok(await stores.audit.list(WHOLE_LOG, { limit: 10, position: null })),
  );
  expect(left._unsafeUnwrap().items.map(({ sequence }) => sequence)).toEqual([2_500]);
  expect(await audit.verifyChain('acme')).toBeNull();
});

describe('events and deliveries', () => {
  it('that are more than one transaction takes are purged batch by batch, over tenants, by two sweeps at once', async () => {
    const recordings = [createRecordingPool(pool), createRecordingPool(pool)];
    for (const tenantId of ['acme', 'globex']) await insertOldDeliveries(tenantId, 1_300);

    await Promise.all(
      recordings.map((recording) => purgeStorage(createPostgresStorage({ pool: recording }), NOW)),
    );

    // How the two share the batches is left to them.
    const batches = recordings.flatMap(
      (recording) =>
        recording
          .take()
          .join(' ')
          .match(/begin with commit/g) ?? [],
    );
    expect(batches.length).toBeGreaterThanOrEqual(6);
    for (const table of ['events', 'deliveries', 'attempts']) {
      expect(await countOf(table), table).toBe(0);
    }
  });

  it('that another transaction holds are left for the next sweep', async () => {
    const storage = createPostgresStorage({ pool });
    await insertOldDeliveries('acme', 2);
    const hold = (table: string) => `select from stepward.${table} limit 1 for update`;

    await inUnit(storage, 'acme', async ({ transaction }) => {
      for (const table of ['events', 'deliveries']) await transaction.query(hold(table));
      await purgeStorage(storage, NOW);
    });

    for (const table of ['events', 'deliveries', 'attempts']) {
      expect(await countOf(table), table).toBe(1);
    }
    await purgeStorage(storage, NOW);
    expect(await countOf('deliveries')).toBe(0);
  });

  it('that are being replayed keep their events', async () => {
    const storage = createPostgresStorage({ pool });
    await insertOldDeliveries('acme', 2);
    const all = { status: null, since: null, until: null };

    await inUnit(storage, 'acme', async ({ deliveries }) => {
      const range = { subscriberId: SUBSCRIBER, filter: all, now: NOW, limit: 10, isDryRun: false };
      expect(await deliveries.enqueue({ type: 'replay', ...range })).toMatchObject({
        count: 2,
        more: null,
      });
      await purgeStorage(storage, NOW);
    });

    expect(await countOf('events')).toBe(2);
  });

  it('are purged by the clock of the database where that of the process is far ahead', async () => {
    const now = new Date();
    await insertOldDeliveries('acme', 2, now);
    const ahead = new Date(now.getTime() + DELIVERY_RETENTION_MS + 864_000_000);

    await purgeStorage(createPostgresStorage({ pool }), ahead);

    for (const table of ['events', 'deliveries', 'attempts']) {
      expect(await countOf(table), table).toBe(2);
    }
  });
});

it('what waits for a handler stays while a worker has another one with the same shard', async () => {
  const storage = createPostgresStorage({ pool });
  const gone = new Date(NOW.getTime() - DELIVERY_RETENTION_MS - 1);
  const tell = 'insert into stepward.handlers (name, shard, events, last_seen_at)';
  await asQueue(pool, `${tell} values ('gone', 100, '{*}', $1), ('here', 100, '{*}', $2)`, [
    gone,
    NOW,
  ]);
  await asQueue(
    pool,
    `insert into stepward.pending_deliveries (tenant_id, subscriber_id, delivery_id, shard, event_id,
       event_type, is_first, is_late, attempts, due_at, created_at)
     values ('acme', $1, $1, 100, $1, 'user.deleted', true, false, 0, $2, $2)`,
    [SUBSCRIBER, NOW],
  );

  await purgeStorage(storage, NOW);
  expect([await countOf('handlers'), await countOf('pending_deliveries')]).toEqual([2, 1]);

  await asQueue(pool, 'update stepward.handlers set last_seen_at = $1', [gone]);
  await purgeStorage(storage, NOW);
  expect([await countOf('handlers'), await countOf('pending_deliveries')]).toEqual([0, 0]);
});

it('codes, challenges, ledgers and kept answers that are due are found by an index, row-level security or not', async () => {
  const plan: string[] = [];
  const explaining: PostgresPool = {
    async connect() {
      const client = await pool.connect();
      return {
        async query({ text, values }) {
          if (values === undefined) return client.query({ text });
          await client.query('set local enable_seqscan = off');
          const { rows } = await client.query({ text: `explain ${text}`, values });
          plan.push(...rows.map((row) => String(row['QUERY PLAN'])));
          return { rows, rowCount: 0 };
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
  };

  await purgeStorage(createPostgresStorage({ pool: explaining }), NOW);

  expect(plan.join('\n')).toMatch(
    /Index Scan .*codes[^]*Index Scan .*ledgers[^]*Index Scan .*idempotency_records/,
  );
  expect(plan.join('\n')).not.toMatch(/Seq Scan on (codes|ledgers|idempotency_records)/);
});

/** Ledgers of destinations that were last used a day ago to the millisecond. */
async function insertOldLedgers(count: number): Promise<void> {
  await pool.query(`begin; set local stepward.tenant_id = 'acme';
    insert into stepward.ledgers (tenant_id, subject, last_used_at, version)
    select 'acme', 'destination:p' || n, '2026-01-09T12:00:00Z', 1 from generate_series(1, ${count}) as n;
    commit`);
}

/** Deliveries that ended 90 days ago to the millisecond, or at another time, each with its event and one attempt. */
async function insertOldDeliveries(
  tenantId: string,
  count: number,
  ended = new Date(NOW.getTime() - DELIVERY_RETENTION_MS),
): Promise<void> {
  const at = ended.toISOString();
  await pool.query(`begin; set local stepward.tenant_id = '${tenantId}';
    insert into stepward.events
      select '${tenantId}', gen_random_uuid(), 'user.deleted', null, '{}', '${at}'
      from generate_series(1, ${count});
    insert into stepward.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
        status, attempts, created_at, finished_at)
      select tenant_id, ${uuidAt('emitted_at')}, '${SUBSCRIBER}',
        event_id, type, 'delivered', 1, emitted_at, emitted_at from stepward.events;
    insert into stepward.attempts
      select tenant_id, subscriber_id, delivery_id, 1, created_at, 1, 204, null, '' from stepward.deliveries;
    commit`);
}

/** Rows of both tenants. */
async function countOf(table: string): Promise<number> {
  const results = (await pool.query(`begin; set local stepward.maintenance = 'on';
    select count(*)::int from stepward.${table}; commit`)) as unknown as {
    rows: { count: number }[];
  }[];
  return results[2]!.rows[0]!.count;
}

/** Entries that need not be retained since a millisecond. */
async function insertOldAuditEntries(count: number): Promise<void> {
  const storage = createPostgresStorage({ pool });
  const retainUntil = new Date(NOW.getTime() - 1);
  const event = { type: 'phi.accessed', at: new Date(0), target: null, details: {} } as const;
  const actor = { type: 'system', id: 'test' } as const;
  const appended = await storage.run({ tenantId: 'acme' }, async ({ record }) => {
    const audit = Array.from({ length: count }, (_, index) => ({
      ...event,
      ...{ id: String(index + 1), actor, client: null, retainUntil },
    }));
    await record({ audit, entries: [], events: [] });
    return ok(null);
  });
  expect(appended.isOk()).toBe(true);
}

const WHOLE_LOG = { order: 'oldest', type: null, since: null, until: null } as const;

async function countLedgers(): Promise<number> {
  const results = (await pool.query(`begin; set local stepward.tenant_id = 'acme';
    select count(*)::int from stepward.ledgers; commit`)) as unknown as {
    rows: { count: number }[];
  }[];
  return results[2]!.rows[0]!.count;
}
