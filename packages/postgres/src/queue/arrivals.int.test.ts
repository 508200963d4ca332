import { ALL_SHARDS, tenantShard, type ArrivalCursor } from '@stepward/core/adapter';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createMeasuringPool } from '../../test/measuring-pool.js';
import { onEachServer } from '../../test/on-each-server.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { emit, inUnit, newEvent } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

onEachServer((database) => {
  const pool = database.pool();
  const storage = createPostgresStorage({ pool });
  const { queue } = storage;
  beforeEach(() => truncateTables(pool));

  const read = (after: ArrivalCursor | null) => queue.arrivals(ALL_SHARDS, after, 1_000);
  async function idsSince(after: ArrivalCursor): Promise<readonly string[]> {
    return (await read(after)).arrived!.events.map(({ eventId }) => eventId);
  }

  it('an event of a transaction that was open for long is read once, whatever committed meanwhile', async () => {
    const late = newEvent();
    const during: string[] = [];
    let { cursor } = await read(null);
    await inUnit(storage, 'acme', async ({ record }) => {
      await record({ entries: [], events: [{ event: late, patterns: ['*'], orderingKey: null }] });
      for (let round = 0; round < 3; round += 1) {
        await emit(storage, 'globex', 3);
        const page = await read(cursor);
        during.push(...page.arrived!.events.map(({ eventId }) => eventId));
        cursor = page.cursor;
      }
    });

    const after = await read(cursor);

    expect(new Set(during).size).toBe(9);
    expect(after.arrived!.events.map(({ eventId }) => eventId)).toEqual([late.id]);
    expect(await idsSince(after.cursor)).toEqual([]);
  });

  it('rows of another cluster, whose transactions are of the future, are listed and are not news', async () => {
    const { cursor } = await read(null);
    await emit(storage, 'acme', 3);
    await asQueue(pool, `update stepward.outbox set queued_by = '9000000000000000000'`);
    expect((await queue.waiting(ALL_SHARDS, null, 10)).events).toHaveLength(1);

    await emit(storage, 'acme', 1);

    expect(await idsSince(cursor)).toHaveLength(1);
  });

  it('nothing is told by the cursor of another server, which may have lost transactions, and what arrives later is', async () => {
    await emit(storage, 'acme', 3);
    const { cursor } = await read(null);
    const { snapshot } = JSON.parse(cursor) as { readonly snapshot: string };
    const elsewhere = JSON.stringify({ snapshot, server: 'another' });

    const first = await read(elsewhere);
    expect(first.arrived).toBeNull();
    await emit(storage, 'acme', 1);
    expect(await idsSince(first.cursor)).toHaveLength(1);
  });

  it('tenants are listed without a look at the events of other shards, or at more than one of their own', async () => {
    const quiet = ['initech', 'hooli', 'globex'].filter((id) => tenantShard(id) !== BUSY_SHARD);
    await withoutTriggers(database.adminUrl, FLOOD);
    for (const tenantId of quiet) await emit(storage, tenantId, 1);
    const measuring = createMeasuringPool(pool);
    const measured = createPostgresStorage({ pool: measuring }).queue;

    const { events } = await measured.waiting(ALL_SHARDS, null, 10);

    expect(events).toHaveLength(quiet.length + 1);
    const { pages, plan } = measuring.measured('queue_waiting_events');
    // Three pages for each shard, and for each tenant.
    expect(pages, plan).toBeLessThan(4 * (ALL_SHARDS.length + events.length));
  });

  it('more than the limit in another shard ends the read there', async () => {
    const { cursor } = await read(null);
    await withoutTriggers(database.adminUrl, FLOOD);
    const measuring = createMeasuringPool(pool);
    const measured = createPostgresStorage({ pool: measuring }).queue;

    const others = ALL_SHARDS.filter((shard) => shard !== BUSY_SHARD);
    const { arrived } = await measured.arrivals(others, cursor, 1_000);

    expect(arrived).toBeNull();
    const { pages, plan } = measuring.measured('queue_arrivals_events');
    expect(pages, plan).toBeLessThan(100);
  });
});

const BUSY_SHARD = tenantShard('acme');

/** 200,000 events of one tenant, in one transaction. */
const FLOOD = `
  insert into stepward.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
  select 'acme', gen_random_uuid(), 'user.deleted', '{}', timestamptz '2026-01-01' + n * interval '1 second', '*', ${String(BUSY_SHARD)}
  from generate_series(1, 200000) as n`;
