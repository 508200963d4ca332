import type pg from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { onEachServer } from '../../test/on-each-server.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { claimStatement } from './claim-deliveries.js';
import { finishStatement } from './finish-attempts.js';
import { queueLagStatement } from './delivery-queue.js';
import { BEGIN_QUEUE } from './queue-transaction.js';
import type { Statement } from '../connection/statement.js';

const SUBSCRIBERS = `insert into stepward.subscribers (tenant_id, subscriber_id, url, description,
    event_types, naming, enabled, disabled_reason, secrets, failing_since, created_at, updated_at)
  select 'tenant-' || n % 10, gen_random_uuid(), '', '', '{*}', 'canonical', true, null, '[]', null,
    current_timestamp, current_timestamp
  from generate_series(1, 100) as n;
  insert into stepward.subscriber_filters select tenant_id, '*', subscriber_id from stepward.subscribers;`;

/** Deliveries, 200 of each subscriber, with their events. */
const deliveries = (table: string, columns: string, values: string): string =>
  `insert into stepward.${table} (tenant_id, delivery_id, subscriber_id, event_id, event_type,
     attempts, created_at, ${columns})
   select tenant_id, stepward.uuidv7(current_timestamp + n * interval '1 second'),
     subscriber_id, gen_random_uuid(), 'user.deleted', 0,
     current_timestamp + n * interval '1 second', ${values}
   from stepward.subscribers, generate_series(1, 200) as n;
   insert into stepward.events select tenant_id, event_id, 'user.deleted', null, '{}', created_at
   from stepward.${table} on conflict do nothing;`;
const DELIVERED = deliveries('deliveries', 'status, finished_at', `'delivered', current_timestamp`);
const PENDING = deliveries(
  'pending_deliveries',
  'is_first, priority, due_at',
  'true, 0, current_timestamp',
);
const EMITTED = `insert into stepward.outbox
  select 'tenant-' || n % 10, gen_random_uuid(), 'user.deleted', null, '{}', current_timestamp, '*'
  from generate_series(1, 1000) as n;`;

const EMPTY_QUEUE = 'delete from stepward.pending_deliveries; delete from stepward.outbox;';

const QUEUE = 'pending_deliveries_queue';
const PRIORITY_OF_SUBSCRIBER = `${QUEUE}: tenant_id, subscriber_id, priority, due_at`;
const BY_TIME = 'pending_deliveries_by_time: priority, due_at';
const DELIVERY = 'pending_deliveries_pkey: tenant_id, subscriber_id, delivery_id';
const SUBSCRIBER = 'subscribers_pkey: tenant_id, subscriber_id';
const FILTERS = 'subscriber_filters_pkey: tenant_id, pattern';
const LEASES_OF_WORKER = 'lease_counts_newest: worker, number';
const OUTBOX = 'outbox_waiting: tenant_id, emitted_at';

/** What finds the subscribers and the tenants that something waits of; a claim begins after a position. */
const waiting = (queue: string): readonly string[] => [
  ...[queue, `${QUEUE}: (tenant_id, subscriber_id) >`, BY_TIME, BY_TIME],
  ...[PRIORITY_OF_SUBSCRIBER, PRIORITY_OF_SUBSCRIBER],
  // Two parts of the tenants, each by its first and its next, and those that are known.
  ...[OUTBOX, OUTBOX, OUTBOX, OUTBOX, OUTBOX],
];

/** Every access to a table, as its index and the columns that it is looked up by. */
const PLANS = {
  claim: [
    ...waiting(`${QUEUE}: (tenant_id, subscriber_id) >`),
    ...['lease_counts_newest', 'lease_counts_newest: worker'],
    // The subscribers of the next event, what they have in the queue, and how many events are few enough.
    ...[FILTERS, SUBSCRIBER, PRIORITY_OF_SUBSCRIBER, OUTBOX, FILTERS],
    // The events that are taken, and their subscribers.
    ...[OUTBOX, FILTERS, SUBSCRIBER],
    ...[PRIORITY_OF_SUBSCRIBER, PRIORITY_OF_SUBSCRIBER],
    DELIVERY,
    'events_pkey: tenant_id, event_id',
    ...[DELIVERY, DELIVERY],
    ...[BY_TIME, DELIVERY],
    ...[LEASES_OF_WORKER, LEASES_OF_WORKER],
    ...[SUBSCRIBER, SUBSCRIBER],
  ],
  finish: [
    ...[DELIVERY, DELIVERY, DELIVERY],
    'deliveries_pkey: tenant_id, subscriber_id, delivery_id',
    ...[SUBSCRIBER, SUBSCRIBER, SUBSCRIBER],
    LEASES_OF_WORKER,
  ],
  'queue lag': [...waiting(QUEUE), BY_TIME],
};

const STATEMENTS: Readonly<Record<keyof typeof PLANS, Statement>> = {
  claim: claimStatement('stepward'),
  finish: finishStatement('stepward'),
  'queue lag': queueLagStatement('stepward'),
};

/** The plan that a worker makes, and keeps, for the statistics as they are. */
async function planOf(pool: pg.Pool, { text }: Statement): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(`${BEGIN_QUEUE}; prepare kept as ${text}`);
    const count = Math.max(...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute kept (${Array(count).fill('null').join(', ')})`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    client.release(true);
  }
}

function accesses(plan: string): readonly string[] {
  const found = plan.matchAll(/Scan (?:Backward )?using (\S+) on .*(?:\n\s*Index Cond: (.*))?/g);
  return [...found].map(([, index, condition]) =>
    condition === undefined ? index! : `${index!}: ${columnsOf(condition).join(', ')}`,
  );
}

/**
 * The columns on the left of each comparison: `((a = x) AND (b > y))`; those of rows, `(ROW(a, b) > ROW(x, y))`, with their operator,
 * because Postgres 15 does not end where the second column does.
 */
function columnsOf(condition: string): readonly string[] {
  const compared = condition.matchAll(/\((?:(\w+)|ROW\(([^)]*)\)) (=|<=|>=|<|>) /g);
  return [
    ...new Set(
      [...compared].map(([, column, row, operator]) => column ?? `(${row!}) ${operator!}`),
    ),
  ];
}

const TABLES = [
  ['a long log that was never analysed', SUBSCRIBERS + DELIVERED + PENDING + EMITTED],
  ['analysed before there was anything', `analyze; ${SUBSCRIBERS}${DELIVERED}${PENDING}${EMITTED}`],
  ['analysed while nothing waited', `${SUBSCRIBERS}${DELIVERED} analyze; ${PENDING}${EMITTED}`],
  [
    'analysed while everything waited',
    `${SUBSCRIBERS}${PENDING}${EMITTED} analyze; ${EMPTY_QUEUE}`,
  ],
  ['a long log that is analysed', `${SUBSCRIBERS}${DELIVERED}${PENDING}${EMITTED} analyze;`],
  ['empty and were never analysed', ''],
  ['a long log beside an empty queue, analysed', `${SUBSCRIBERS}${DELIVERED} analyze;`],
] as const;

onEachServer((database) => {
  const pool = database.pool();
  beforeEach(() => truncateTables(pool));

  it.each(TABLES)(
    'each statement looks rows up by its keys alone in tables that are %s',
    async (_, fill) => {
      await withoutTriggers(database.adminUrl, fill);
      for (const [of, statement] of Object.entries(STATEMENTS)) {
        const plan = await planOf(pool, statement);
        expect(plan).not.toMatch(/Seq Scan|Bitmap|Hash Join|Merge Join|Disabled: true/);
        const expected = PLANS[of as keyof typeof PLANS];
        expect(accesses(plan).toSorted(), of).toEqual(expected.toSorted());
      }
    },
  );
});
