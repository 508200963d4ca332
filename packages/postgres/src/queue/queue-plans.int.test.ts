import { randomUUID } from 'node:crypto';
import {
  ALL_SHARDS,
  subscriberShard,
  tenantShard,
  type ArrivalCursor,
  type DeliveryQueue,
  type Fence,
  type FinishedDelivery,
  type PendingDelivery,
} from '@stepward/core/adapter';
import { requireAdmin } from '@stepward/dev-postgres';
import pg from 'pg';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { onEachServer } from '../../test/on-each-server.js';
import { createPlanCheckingPool, type PlanCheckingPool } from '../../test/plan-checking-pool.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { leave, newEvent } from '../../test/webhook-samples.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

const WORKER = randomUUID();
const NOW = new Date('2026-01-10T12:00:00.000Z');

const TENANTS = Array.from({ length: 20 }, (_, index) => `tenant-${String(index)}`);
/** 50 of each tenant. */
const KEYS = Array.from({ length: 1_000 }, (_, index) => {
  const tenantId = TENANTS[index % 20]!;
  const subscriberId = randomUUID();
  return `('${tenantId}', '${subscriberId}', ${String(subscriberShard(tenantId, subscriberId))})`;
});
const EACH = `(select tenant_id, subscriber_id::uuid, shard
  from (values ${KEYS.join(', ')}) as key (tenant_id, subscriber_id, shard)) as subscriber`;
const EACH_TENANT = `(values ${TENANTS.map((id) => `('${id}', ${String(tenantShard(id))})`).join(', ')}) as tenant (tenant_id, shard)`;

const SUBSCRIBER_URL = 'https://hooks.test/';
const SUBSCRIBERS = `
  insert into stepward.subscribers (tenant_id, subscriber_id, url, description, event_types, naming, ordering, enabled, secrets,
    created_at, updated_at)
  select tenant_id, subscriber_id, '${SUBSCRIBER_URL}', '', '{*}', 'canonical', 'key', shard % 8 <> 0, '[]', '2026-01-01', '2026-01-01'
  from ${EACH};
  insert into stepward.subscriber_filters select tenant_id, '*', subscriber_id from stepward.subscribers;
  insert into stepward.subscriber_sequences select tenant_id, subscriber_id from stepward.subscribers;`;

/** The log: 20 deliveries of each subscriber, and their events. */
const LOGGED = `
  insert into stepward.deliveries (tenant_id, subscriber_id, delivery_id, event_id, event_type, status, attempts,
    created_at, finished_at)
  select tenant_id, subscriber_id, gen_random_uuid(), gen_random_uuid(), 'user.deleted', 'delivered', 1, '2026-01-01',
    '2026-01-01'
  from ${EACH}, generate_series(1, 20);
  insert into stepward.events select tenant_id, event_id, 'user.deleted', null, '{}', created_at from stepward.deliveries;`;

/** The queue: so many deliveries of each subscriber with their events, and 100 events of each tenant in the outbox. */
function queued(count: number): string {
  return `
  insert into stepward.pending_deliveries (tenant_id, subscriber_id, delivery_id, shard, event_id, event_type, is_first,
    is_late, attempts, due_at, created_at, sequence, ordering_key, is_ordered)
  select tenant_id, subscriber_id, gen_random_uuid(), shard, gen_random_uuid(), 'user.deleted', true, n % 2 = 0, n % 2,
    timestamptz '2026-01-02' + n * interval '1 second', '2026-01-02', n, ${keyOf('(n % 2)')}, true
  from ${EACH}, generate_series(1, ${String(count)}) as n;
  insert into stepward.events select tenant_id, event_id, 'user.deleted', null, '{}', created_at
  from stepward.pending_deliveries on conflict do nothing;
  insert into stepward.outbox (tenant_id, event_id, type, organisation_id, data, emitted_at, patterns, ordering_key, shard)
  select tenant_id, gen_random_uuid(), 'user.deleted', null, '{}', '2026-01-03', '*', ${keyOf('(1 + n % 2)')}, shard
  from ${EACH_TENANT}, generate_series(1, 100) as n;`;
}

/** SQL for an ordering key. Of two events in the outbox one waits for a pending delivery, and the other for none. */
function keyOf(number: string): string {
  return `md5(${number}::text)::uuid`;
}

const EMPTIED = 'delete from stepward.pending_deliveries; delete from stepward.outbox;';

/** What is done between; it cannot be in a transaction. */
const VACUUM = 'vacuum analyze';

const STATES: readonly (readonly [state: string, ...steps: string[]])[] = [
  ['never analysed', SUBSCRIBERS, LOGGED, queued(40)],
  ['analysed before there was anything', VACUUM, SUBSCRIBERS, LOGGED, queued(40)],
  ['analysed while nothing waited', SUBSCRIBERS, LOGGED, queued(1), EMPTIED, VACUUM, queued(40)],
  [
    'analysed while each subscriber had one delivery',
    SUBSCRIBERS,
    LOGGED,
    queued(1),
    VACUUM,
    queued(40),
  ],
  ['analysed', SUBSCRIBERS, LOGGED, queued(40), VACUUM],
];

const MODES = ['force_generic_plan', 'force_custom_plan', 'auto'];

const STATEMENTS = [
  'event_append',
  'handler_register',
  'order_share',
  'order_take',
  'ordering_share',
  'outbox_addressed',
  'outbox_awaited',
  'outbox_hold',
  'outbox_queue',
  'outbox_settle',
  'queue_arrivals_deliveries',
  'queue_arrivals_events',
  'queue_count_subscribers',
  'queue_count_waiting',
  'queue_fence',
  'queue_finish',
  'queue_free',
  'queue_handlers',
  'queue_health',
  'queue_lag',
  'queue_load',
  'queue_lock',
  'queue_look',
  'queue_open',
  'queue_open_subscribers',
  'queue_waiting_events',
  'queue_waiting_subscribers',
  'shard_read',
  'shard_release',
  'shard_renew',
  'shard_restore',
  'shard_take',
  'worker_bury',
  'worker_end',
];

const QUEUE_TABLES = [
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'subscriber_sequences',
  'pending_deliveries',
  'deliveries',
  'attempts',
];

onEachServer((database) => {
  // The statistics are what the test makes of them.
  beforeAll(() =>
    withoutTriggers(
      database.adminUrl,
      QUEUE_TABLES.map(
        (name) => `alter table stepward.${name} set (autovacuum_enabled = off);`,
      ).join(''),
    ),
  );
  beforeEach(() => truncateTables(database.pool()));

  it.each(
    STATES.flatMap(([state, ...steps]) => MODES.map((mode) => [mode, state, steps] as const)),
  )(
    'each statement reads what it returns, by %s, in tables that were %s',
    async (mode, _, steps) => {
      await prepare(steps);
      await workOn(checkingPool(`set local plan_cache_mode = ${mode}`));
    },
  );

  it.each([
    ['never analysed', [SUBSCRIBERS, LOGGED]],
    ['vacuumed', [SUBSCRIBERS, LOGGED, queued(1), EMPTIED, VACUUM]],
    ['entirely empty', [VACUUM]],
  ])('a plan that is kept from when the queue was empty reads no more, %s', async (_, steps) => {
    await prepare(steps);
    const pool = checkingPool();
    await workOn(pool);
    await prepare(steps.includes(SUBSCRIBERS) ? [queued(40)] : [SUBSCRIBERS, LOGGED, queued(40)]);
    await workOn(pool);
  });

  it('no statement has more than 40 lines', async () => {
    const pool = checkingPool();
    await prepare([SUBSCRIBERS, queued(1)]);
    await workOn(pool);
    expect([...pool.checked.keys()].toSorted()).toEqual(STATEMENTS);
    for (const text of pool.checked.values()) {
      expect(text.split('\n').length, text).toBeLessThanOrEqual(40);
    }
  });

  function checkingPool(settings?: string): PlanCheckingPool {
    // The statements are prepared on one connection, which the pool must not close while tables are filled.
    return createPlanCheckingPool(database.pool({ max: 1, idleTimeoutMillis: 0 }), settings);
  }

  async function prepare(steps: readonly string[]): Promise<void> {
    for (const step of steps) {
      if (step === VACUUM) await vacuum();
      else await withoutTriggers(database.adminUrl, step);
    }
  }

  async function vacuum(): Promise<void> {
    const client = new pg.Client({ connectionString: await requireAdmin(database.adminUrl) });
    await client.connect();
    await client.query(VACUUM);
    await client.end();
  }
});

/** Sends every statement of the queue. */
async function workOn(pool: PlanCheckingPool): Promise<void> {
  const { queue } = createPostgresStorage({ pool });
  const handlers = [{ name: 'mail', events: ['mfa.*'] }];
  const told = { leaseMs: 60_000, takes: 'share' as const, oldestDueAt: NOW, handlers };
  const lease = { worker: WORKER, ...told };
  const { owned } = await queue.hold({ ...lease, release: [] });
  const fence = { worker: WORKER, shards: owned };
  const cursor = await dispatchSome(queue, fence);
  const due = await loadSome(queue);
  const opened = await queue.open(due);
  expect(opened).not.toContain(null);
  await queue.finish(fence, due.map(finished));
  const { arrived } = await queue.arrivals(ALL_SHARDS, cursor, 500);
  expect(arrived!.events).toHaveLength(due.length / 2);
  const again = due.map((delivery) => ({ ...delivery, attempts: delivery.attempts + 1 }));
  expect((await queue.open(again)).filter((each) => each === null)).toHaveLength(due.length / 2);
  const { counts } = await queue.queueState(NOW, { lateBefore: NOW, limit: 10_000 });
  expect([0, TENANTS.length]).toContain(counts!.lateTenants);
  await queue.hold({ ...lease, release: [owned[0]!.shard] });
  await leave(queue, WORKER);
  await queue.queueState(NOW, null);
}

/** Reads what has arrived, dispatches some events of each tenant, and reads what that queued. */
async function dispatchSome(queue: DeliveryQueue, fence: Fence): Promise<ArrivalCursor> {
  const before = await queue.arrivals(ALL_SHARDS, null, 500);
  const first = await queue.waiting(ALL_SHARDS, null, 10);
  const next = await queue.waiting(ALL_SHARDS, first.next, 10);
  const events = [...first.events, ...next.events];
  await queue.dispatch(fence, events, { events: 2, deliveries: 70 });
  const { arrived, cursor } = await queue.arrivals(ALL_SHARDS, before.cursor, 500);
  expect(arrived!.deliveries.length > 0).toBe(events.length > 0);
  return cursor;
}

/** Loads two pages of windows, and returns 20 of the deliveries. */
async function loadSome(queue: DeliveryQueue): Promise<readonly PendingDelivery[]> {
  let page = await queue.waiting(ALL_SHARDS, null, 20);
  const waiting = [...page.subscribers];
  while (page.next !== null && waiting.length < 40) {
    page = await queue.waiting(ALL_SHARDS, page.next, 20);
    waiting.push(...page.subscribers);
  }
  const windows = waiting.flatMap((each) =>
    [false, true].map((isLate) => ({ ...each, isLate, after: null, limit: 5 })),
  );
  const loaded = await queue.load(windows);
  const behind = windows.map((window, place) => ({
    ...window,
    after: loaded[place]!.at(-1) ?? null,
  }));
  return [...loaded, ...(await queue.load(behind))].flat().slice(-20);
}

/** Every second one has failed, and is sent again. */
function finished(
  { tenantId, subscriberId, shard, deliveryId, attempts }: PendingDelivery,
  place: number,
): FinishedDelivery {
  const hasFailed = place % 2 === 0;
  const log = {
    number: attempts + 1,
    startedAt: NOW,
    durationMs: 1,
    failure: null,
    responseBody: '',
    ...({ body: 'full', version: null } as const),
  };
  return {
    ...{ tenantId, subscriberId, shard, deliveryId, attempts },
    log: { ...log, statusCode: hasFailed ? 500 : 204 },
    next: hasFailed
      ? { status: 'pending', dueAt: NOW, finishedAt: null }
      : { status: 'delivered', dueAt: null, finishedAt: NOW },
    health: { url: SUBSCRIBER_URL, failingSince: hasFailed ? NOW : null, pause: null },
    event: hasFailed ? null : { event: newEvent(), patterns: ['*'], orderingKey: null },
  };
}
