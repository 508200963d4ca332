import { randomUUID } from 'node:crypto';
import type { FinishedAttempt } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { beforeEach, describe, expect, it } from 'vitest';
import { truncateTables } from '../test/truncate-tables.js';
import { withoutTriggers } from '../test/without-triggers.js';
import { claimStatement, claimValues } from './claim-deliveries.js';
import { finishStatement, finishValues } from './finish-attempts.js';
import { oldestDueStatement } from './oldest-due.js';
import { BEGIN_QUEUE } from './queue-transaction.js';
import type { Statement } from './statement.js';

const database = await testDatabase();
const pool = database.pool();
beforeEach(() => truncateTables(pool));

const SUBSCRIBERS = `insert into stepward.subscribers
  select 'tenant-' || n % 10, gen_random_uuid(), '', '', '{*}', 'canonical', true, null, '[]', null,
    current_timestamp, current_timestamp
  from generate_series(1, 100) as n;`;

/** Deliveries, 200 of each subscriber, with their events. */
const deliveries = (columns: string, values: string): string =>
  `insert into stepward.deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
     late, created_at, ${columns})
   select tenant_id, gen_random_uuid(), subscriber_id, gen_random_uuid(), 'user.deleted', false,
     current_timestamp + n * interval '1 second', ${values}
   from stepward.subscribers, generate_series(1, 200) as n;
   insert into stepward.events select tenant_id, event_id, 'user.deleted', null, '{}', created_at
   from stepward.deliveries on conflict do nothing;`;
const DELIVERED = deliveries('status, attempts, finished_at', `'delivered', 1, current_timestamp`);
const PENDING = deliveries('status, attempts, due_at', `'pending', 0, current_timestamp`);
const ALL_DELIVERED = `update stepward.deliveries
  set status = 'delivered', finished_at = created_at, due_at = null;`;

const QUEUE = 'deliveries_queue';
const QUEUE_OF_SUBSCRIBER = `${QUEUE}: tenant_id, subscriber_id, late, due_at`;
const DELIVERY = 'deliveries_pkey: tenant_id, delivery_id';
const SUBSCRIBER = 'subscribers_pkey: tenant_id, subscriber_id';

/** Every access to a table, as its index and the columns that it is looked up by. */
const PLANS = {
  claim: [
    ...[`${QUEUE}: tenant_id, subscriber_id`, `${QUEUE}: tenant_id, subscriber_id`],
    SUBSCRIBER,
    'deliveries_on_loan: tenant_id, subscriber_id, due_at',
    ...[QUEUE_OF_SUBSCRIBER, QUEUE_OF_SUBSCRIBER],
    DELIVERY,
    SUBSCRIBER,
    'events_pkey: tenant_id, event_id',
    DELIVERY,
  ],
  finish: [DELIVERY, DELIVERY, SUBSCRIBER, SUBSCRIBER, SUBSCRIBER],
  'oldest due': [
    ...[QUEUE, `${QUEUE}: tenant_id, subscriber_id`],
    ...[QUEUE_OF_SUBSCRIBER, QUEUE_OF_SUBSCRIBER],
  ],
};

const NOW = new Date();
const MADE: FinishedAttempt = {
  tenantId: 'tenant-1',
  deliveryId: randomUUID(),
  subscriberId: randomUUID(),
  owner: 'worker',
  attempt: 1,
  startedAt: NOW,
  finishedAt: NOW,
  outcome: { type: 'failed', reason: 'timed_out' },
  decision: { status: 'delivered' },
};

const STATEMENTS: Readonly<Record<keyof typeof PLANS, readonly [Statement, unknown[]]>> = {
  claim: [
    claimStatement('stepward'),
    claimValues({
      owner: 'worker',
      now: NOW,
      leaseUntil: NOW,
      limit: 100,
      perSubscriber: 10,
      after: null,
    }),
  ],
  finish: [
    finishStatement('stepward'),
    finishValues(Array.from({ length: 200 }, () => ({ ...MADE, deliveryId: randomUUID() }))),
  ],
  'oldest due': [oldestDueStatement('stepward'), [NOW]],
};

/** The plan for the statistics as they are. */
async function planOf({ text }: Statement, values: unknown[]): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query(BEGIN_QUEUE);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) ${text}`,
      values,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}

function accesses(plan: string): readonly string[] {
  const found = plan.matchAll(/Scan (?:Backward )?using (\S+) on .*(?:\n\s*Index Cond: (.*))?/g);
  return [...found].map(([, index, condition]) =>
    condition === undefined ? index! : `${index!}: ${columnsOf(condition).join(', ')}`,
  );
}

/** The columns on the left of each comparison: `((a = x) AND (b > y))`, or `(ROW(a, b) > ROW(x, y))`. */
function columnsOf(condition: string): readonly string[] {
  const row = /ROW\(([^)]*)\) >/.exec(condition);
  if (row !== null) return row[1]!.split(', ');
  return [...condition.matchAll(/\((\w+) (?:=|<=|>) /g)].map(([, column]) => column!);
}

describe.each([
  ['a long log that was never analysed', SUBSCRIBERS + DELIVERED + PENDING],
  ['analysed before there was anything', `analyze; ${SUBSCRIBERS}${DELIVERED}${PENDING}`],
  ['analysed while nothing was pending', `${SUBSCRIBERS}${DELIVERED} analyze; ${PENDING}`],
  ['analysed while all was pending', `${SUBSCRIBERS}${PENDING} analyze; ${ALL_DELIVERED}`],
  ['a long log that is analysed', `${SUBSCRIBERS}${DELIVERED}${PENDING} analyze;`],
])('over tables that are %s', (_, fill) => {
  it('each statement looks rows up by its keys and no others', async () => {
    await withoutTriggers(database.adminUrl, fill);
    for (const [name, [statement, values]] of Object.entries(STATEMENTS)) {
      const plan = await planOf(statement, values);
      expect(plan).not.toMatch(/Seq Scan|Bitmap|Hash Join|Merge Join|Disabled: true/);
      const expected = PLANS[name as keyof typeof PLANS];
      expect(accesses(plan).toSorted(), name).toEqual(expected.toSorted());
    }
  });
});
