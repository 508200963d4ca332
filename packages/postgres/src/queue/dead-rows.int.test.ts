import { randomUUID } from 'node:crypto';
import { ALL_SHARDS } from '@stepward/core/adapter';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createMeasuringPool } from '../../test/measuring-pool.js';
import { onEachServer } from '../../test/on-each-server.js';
import { emit, inUnit, NOW } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

const EVERYTHING = { eventId: null, type: null, organisationId: null, since: null, until: null };

onEachServer((database) => {
  const pool = database.pool();
  const { queue } = createPostgresStorage({ pool });
  const measuring = createMeasuringPool(pool);
  const storage = createPostgresStorage({ pool: measuring });
  const worker = randomUUID();
  let endSnapshot = (): Promise<void> => Promise.resolve();
  let cursor = '';

  /** 100,000 events of one tenant that were dispatched, while a snapshot is held: their rows in the outbox are still there. */
  beforeAll(async () => {
    const holding = await pool.connect();
    await holding.query('begin isolation level repeatable read; select 1');
    endSnapshot = async () => {
      await holding.query('rollback');
      holding.release();
    };
    await withoutTriggers(
      database.adminUrl,
      `insert into stepward.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
       select 'acme', gen_random_uuid(), 'user.deleted', '{}', timestamptz '2026-01-01' + n * interval '1 second', '*', n % 64
       from generate_series(1, 100000) as n;
       insert into stepward.events select tenant_id, event_id, type, null, data, emitted_at from stepward.outbox; analyze stepward.events;`,
    );
    ({ cursor } = await queue.arrivals(ALL_SHARDS, null, 200_000));
    await asQueue(pool, 'delete from stepward.outbox');
    await emit(storage, 'globex', 5);
  });
  afterAll(() => endSnapshot());

  it('are not visited by a reader that goes on from its cursor', async () => {
    const { arrived } = await storage.queue.arrivals(ALL_SHARDS, cursor, 10);
    expect(arrived!.events).toHaveLength(5);
    expect(measuring.measured('queue_look').pages).toBeLessThan(50);
    expect(measuring.measured('arrivals_events').pages).toBeLessThan(50);
  });

  it('are not visited for the lag while all shards have an owner', async () => {
    const lease = { worker, leaseMs: 600_000, takes: 'share', release: [] } as const;
    await queue.hold({ ...lease, oldestDueAt: NOW });
    const after = new Date(NOW.getTime() + 1_000);
    expect((await storage.queue.queueState(after, null)).lagMs).toBe(1_000);
    expect(measuring.measured('queue_lag').pages).toBeLessThan(20);
  });

  it('are visited by lists only as far as the page of the log reaches', async () => {
    const page = await inUnit(storage, 'acme', ({ events }) =>
      events.list(EVERYTHING, { limit: 20, position: null }),
    );
    expect(page.items).toHaveLength(20);
    const { pages, plan } = measuring.measured('event_list');
    expect(pages, plan).toBeLessThan(500);
  });
});
