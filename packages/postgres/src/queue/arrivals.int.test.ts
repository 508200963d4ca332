import { ALL_SHARDS, type ArrivalCursor } from '@stepward/core/adapter';
import { beforeEach, expect, it } from 'vitest';
import { asQueue } from '../../test/as-queue.js';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { onEachServer } from '../../test/on-each-server.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { emit, inUnit, newEvent } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';
import { readCursor, writeCursor } from './arrival-cursor.js';

onEachServer((database) => {
  const pool = database.pool();
  const storage = createPostgresStorage({ pool });
  const { queue } = storage.webhooks;
  beforeEach(() => truncateTables(pool));

  /** The ids of the events that arrived since, by pages of two. */
  async function read(
    after: ArrivalCursor | null,
  ): Promise<{ readonly ids: readonly string[]; readonly cursor: ArrivalCursor }> {
    const { events, cursor, hasMore } = await queue.arrivals(ALL_SHARDS, after, 2);
    const ids = events.map(({ eventId }) => eventId);
    if (!hasMore) return { ids, cursor };
    const rest = await read(cursor);
    return { ids: [...ids, ...rest.ids], cursor: rest.cursor };
  }

  it('an event of a transaction that was open for long is read once, whatever committed meanwhile', async () => {
    const late = newEvent();
    const during: string[] = [];
    let { cursor } = await read(null);
    await inUnit(storage, 'acme', async ({ events }) => {
      await events.append(late, ['*']);
      for (let round = 0; round < 3; round += 1) {
        await emit(storage, 'globex', 3);
        const page = await read(cursor);
        during.push(...page.ids);
        cursor = page.cursor;
      }
    });

    const after = await read(cursor);

    expect(new Set(during).size).toBe(9);
    expect(after.ids).toEqual([late.id]);
    expect((await read(after.cursor)).ids).toEqual([]);
  });

  it('an event that is committed between two pages is read once, with the next read', async () => {
    const early = newEvent();
    let page = await queue.arrivals(ALL_SHARDS, (await read(null)).cursor, 2);
    await inUnit(storage, 'acme', async ({ events }) => {
      await events.append(early, ['*']);
      await emit(storage, 'globex', 3);
      page = await queue.arrivals(ALL_SHARDS, page.cursor, 2);
    });

    const rest = await read(page.cursor);

    const ids = [...page.events.map(({ eventId }) => eventId), ...rest.ids];
    expect(ids).toHaveLength(3);
    expect((await read(rest.cursor)).ids).toEqual([early.id]);
  });

  it('rows of another cluster, whose transactions are of the future, are read at first and not visited again', async () => {
    await emit(storage, 'acme', 3);
    await asQueue(pool, `update stepward.outbox set queued_by = '9000000000000000000'`);
    const first = await read(null);
    expect(first.ids).toHaveLength(3);

    await emit(storage, 'acme', 1);

    expect((await read(first.cursor)).ids).toHaveLength(1);
  });

  it('all is read again on another server, which may have lost transactions', async () => {
    await emit(storage, 'acme', 3);
    const { cursor } = await read(null);
    const elsewhere = writeCursor({ ...readCursor(cursor), server: 'another' });

    expect((await read(elsewhere)).ids).toHaveLength(3);
  });

  it('100,000 rows that were deleted under a held snapshot are not visited', async () => {
    const holding = await pool.connect();
    try {
      await holding.query('begin isolation level repeatable read; select 1');
      await withoutTriggers(
        database.adminUrl,
        `insert into stepward.outbox (tenant_id, event_id, type, data, emitted_at, patterns, shard)
         select 'acme', gen_random_uuid(), 'user.deleted', '{}', '2026-01-01', '*', n % 64
         from generate_series(1, 100000) as n`,
      );
      const { cursor } = await queue.arrivals(ALL_SHARDS, null, 200_000);
      await asQueue(pool, 'delete from stepward.outbox');
      await emit(storage, 'globex', 5);
      const blocks: number[] = [];
      const measuring = createInterceptingPool(pool, async (query, go) => {
        if (query.name?.includes('arrivals') === true) {
          const text = `explain (analyze, buffers, format json) ${query.text}`;
          const { rows } = await go({ text, values: query.values! });
          blocks.push(blocksOf(rows[0]));
        }
        return go(query);
      });

      const { events } = await createPostgresStorage({ pool: measuring }).webhooks.queue.arrivals(
        ALL_SHARDS,
        cursor,
        10,
      );

      expect(events).toHaveLength(5);
      expect(blocks).toHaveLength(2);
      expect(Math.max(...blocks)).toBeLessThan(50);
    } finally {
      await holding.query('rollback');
      holding.release();
    }
  }, 60_000);
});

function blocksOf(row: unknown): number {
  const { 'QUERY PLAN': explained } = row as {
    readonly 'QUERY PLAN': readonly [{ readonly Plan: Blocks }];
  };
  return explained[0].Plan['Shared Hit Blocks'] + explained[0].Plan['Shared Read Blocks'];
}

type Blocks = Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
