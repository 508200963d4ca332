import { systemCaller, type StorageWithWebhooks, type Subscriber } from '@stepward/core';
import type { ClaimRequest, ClaimedDelivery } from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import type { PoolClient } from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import {
  CLAIM_TERMS,
  delivered,
  emit,
  failed,
  inUnit,
  LEASE_END,
  newEvent,
  NOW,
  subscribe,
} from '../../test/webhook-samples.js';
import { createPostgresStorage, type PostgresResult } from '../index.js';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';

const database = await testDatabase();
const pool = database.pool();
const storage = createPostgresStorage({ pool });
beforeEach(() => truncateTables(pool));

/** Claims until something is given, or nothing is left to look at. */
async function claim(
  request: Partial<ClaimRequest> = {},
  from: StorageWithWebhooks = storage,
): Promise<readonly ClaimedDelivery[]> {
  const { deliveries, after } = await from.webhooks.queue.claim({
    owner: 'worker',
    now: NOW,
    leaseUntil: LEASE_END,
    limit: 1_000,
    perSubscriber: 1_000,
    ...CLAIM_TERMS,
    after: null,
    ...request,
  });
  return deliveries.length === 0 && after !== null
    ? claim({ ...request, after }, from)
    : deliveries;
}

/** Queues deliveries, due at that moment, for one subscriber alone. */
async function emitTo({ id }: Subscriber, count: number, at: Date): Promise<void> {
  await inUnit(storage.webhooks, 'acme', async ({ events, subscribers }) => {
    const alone = { ...(await subscribers.find(id))!, eventTypes: [id] };
    await subscribers.update(alone);
    for (let index = 0; index < count; index += 1) {
      await events.append(newEvent({ emittedAt: at }), [id]);
    }
  });
}

/** A purge of nothing dispatches everything that was emitted until then. */
function dispatchAll(): Promise<void> {
  return storage.purge({ now: LEASE_END, eventsUntil: new Date(0) });
}

function addMs(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms);
}

/** What the log says of a delivery: its status and its attempts' failures. */
async function logOf({ tenantId, deliveryId, subscriber }: ClaimedDelivery): Promise<unknown> {
  return inUnit(storage.webhooks, tenantId, async ({ deliveries }) => {
    const attempts = await deliveries.attempts(deliveryId);
    const delivery = await deliveries.find(subscriber.id, deliveryId);
    return [delivery?.status, ...attempts.map(({ failure }) => failure)];
  });
}

it('two workers claim and finish for 100 rounds: nothing is given twice, and no subscriber has more leased than it may', async () => {
  await subscribe(storage, 'acme', 3);
  await subscribe(storage, 'globex', 2);
  for (const tenantId of ['acme', 'globex']) await emit(storage, tenantId, 60);
  const given: string[] = [];
  const onLoan = new Map<string, number>();
  const count = ({ subscriber: { id } }: ClaimedDelivery, change: number): number => {
    const now = (onLoan.get(id) ?? 0) + change;
    onLoan.set(id, now);
    return now;
  };

  const work = async (owner: string): Promise<void> => {
    for (let round = 0; round < 100; round += 1) {
      const claimed = await claim({ owner, limit: 7, perSubscriber: 2 });
      given.push(...claimed.map(({ deliveryId }) => deliveryId));
      for (const delivery of claimed) expect(count(delivery, 1)).toBeLessThanOrEqual(2);
      for (const delivery of claimed) count(delivery, -1);
      await storage.webhooks.queue.finish(claimed.map((each) => delivered(each, owner)));
    }
  };
  await Promise.all([work('one'), work('two')]);

  expect(given).toHaveLength(300);
  expect(new Set(given).size).toBe(300);
});

it('batches that name the same subscribers in every order are finished side by side', async () => {
  await subscribe(storage, 'acme', 10);
  await emit(storage, 'acme', 20);
  const claimed = await claim();
  const batches = Array.from({ length: 8 }, (_, index) => {
    const batch = claimed.filter((__, place) => place % 8 === index);
    return index % 2 === 0 ? batch : batch.toReversed();
  });

  const failing = await Promise.all(
    batches.map((batch) =>
      storage.webhooks.queue.finish(batch.map((each) => failed(each, 'worker', LEASE_END))),
    ),
  );

  expect(claimed).toHaveLength(200);
  const subscribers = failing.flat().map(({ subscriberId }) => subscriberId);
  expect(new Set(subscribers).size).toBe(10);
});

it('a long backlog of one subscriber leaves the others their share of a claim, though it is older', async () => {
  const subscribers = await subscribe(storage, 'acme', 5);
  const [busy] = subscribers;
  await emitTo(busy!, 100, NOW);
  for (const subscriber of subscribers.slice(1)) await emitTo(subscriber, 2, addMs(NOW, 1));
  await dispatchAll();

  const claimed = await claim({ limit: 20, now: addMs(NOW, 1) });

  const counts = subscribers.map(
    ({ id }) => claimed.filter(({ subscriber }) => subscriber.id === id).length,
  );
  expect(counts).toEqual([9, 2, 2, 2, 2]);
});

it('a subscriber that has all leased that it may, and a disabled one, leave their share to the others', async () => {
  const [busy, disabled, healthy] = await subscribe(storage, 'acme', 3);
  await emitTo(busy!, 20, NOW);
  expect(await claim({ perSubscriber: 10 })).toHaveLength(10);
  await emitTo(disabled!, 1, NOW);
  await inUnit(storage.webhooks, 'acme', ({ subscribers }) =>
    subscribers.update({ ...disabled!, enabled: false, disabledReason: 'manual' }),
  );
  await emitTo(healthy!, 20, NOW);
  await dispatchAll();

  expect(await claim({ perSubscriber: 10, limit: 9 })).toHaveLength(9);
});

it('an event does not wait for its tenant to have its turn, wherever claims have come to', async () => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  const after = { tenantId: 'globex', subscriberId: newEvent().id };
  const claimed = await claim({ after });
  expect(claimed.map(({ tenantId }) => tenantId)).toEqual(['acme']);
});

it('more than a thousand deliveries of a disabled subscriber are skipped, by claims that follow at once', async () => {
  const [subscriber] = await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 2_001);
  await inUnit(storage.webhooks, 'acme', ({ subscribers }) =>
    subscribers.update({ ...subscriber!, enabled: false, disabledReason: 'manual' }),
  );
  const later = new Date(NOW.getTime() + 1);
  expect(await storage.webhooks.queue.queueLag(later)).toBe(1);
  expect(await claim({ limit: 1 })).toEqual([]);
  expect(await storage.webhooks.queue.queueLag(later)).toBe(0);
});

it('the deliveries of ten disabled subscribers cost a claim no more than those of one', async () => {
  const readBeside = async (tenantId: string, count: number): Promise<number> => {
    const disabled = await subscribe(storage, tenantId, count);
    await emit(storage, tenantId, 1_000);
    await inUnit(storage.webhooks, tenantId, async ({ subscribers }) => {
      for (const each of disabled) {
        await subscribers.update({ ...each, enabled: false, disabledReason: 'manual' });
      }
    });
    const { counted, read } = countingStorage();
    expect(await claim({}, counted)).toEqual([]);
    return read[0]!;
  };
  const ofOne = await readBeside('acme', 1);
  const ofTen = await readBeside('globex', 10);
  expect(ofTen).toBeLessThan(2 * ofOne);
});

it('a limit per second leaves the longer pause of a circuit breaker, though it sees it late', async () => {
  const [subscriber] = await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  const until = addMs(NOW, 30_000);
  await holding(subscriber!, async (client) => {
    await client.query(`update stepward.subscribers set paused_until = $1, on_trial = true`, [
      until,
    ]);
    const claiming = claim({ perSecond: 10 });
    await expect.poll(isWaiting).toBe(true);
    await client.query('commit');
    const [claimed] = await claiming;
    await storage.webhooks.queue.finish([failed(claimed!, 'worker', LEASE_END)]);
  });
  await emit(storage, 'acme', 1);
  const before = addMs(until, -1);
  expect(await claim({ now: before, leaseUntil: addMs(before, 30_000) })).toEqual([]);
});

it('a subscriber that a request holds keeps the results of others back for seconds, and not for as long as it is held', async () => {
  const [busy] = await subscribe(storage, 'acme', 1);
  await subscribe(storage, 'globex', 1);
  for (const tenantId of ['acme', 'globex']) await emit(storage, tenantId, 1);
  const claimed = await claim();
  const made = (tenantId: string) => failed(of(claimed, tenantId), 'worker', LEASE_END);
  await holding(busy!, async () => {
    const both = storage.webhooks.queue.finish([made('acme'), made('globex')]);
    await expect(both).rejects.toThrow('waited too long for a lock');
    await storage.webhooks.queue.finish([made('globex')]);
  });
  expect(await logOf(of(claimed, 'globex'))).toEqual(['pending', 'timed_out']);
  expect(await logOf(of(claimed, 'acme'))).toEqual(['pending']);
});

it('a worker of another process has the whole room once results were stored while a claim was under way', async () => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 2);
  const claimed = await claim({ perSubscriber: 2 });
  const claiming = claim({ perSubscriber: 2 });
  await storage.webhooks.queue.finish(claimed.map((each) => delivered(each, 'worker')));
  expect(await claiming).toEqual([]);
  expect(await claim({ perSubscriber: 2 })).toEqual([]);

  await emit(storage, 'acme', 2);
  const other = createPostgresStorage({ pool });
  expect(await claim({ owner: 'other', perSubscriber: 2 }, other)).toHaveLength(2);
});

it('what a worker had leased is forgotten ten minutes after it ended, and not before', async () => {
  const add = (until: Date) =>
    inTransaction(
      BEGIN_MAINTENANCE,
      `insert into stepward.lease_counts
       select gen_random_uuid(), 1, '${until.toISOString()}', '{}' from generate_series(1, 3)`,
    );
  await add(addMs(NOW, -600_000));
  await add(addMs(NOW, -600_001));
  expect(await claim()).toEqual([]);
  expect(await inTransaction(BEGIN_MAINTENANCE, 'select from stepward.lease_counts')).toBe(3);
});

describe('a backend that is killed', () => {
  type Step = 'queue_claim' | 'queue_finish' | 'event_append' | 'commit' | 'answer';

  /** Storage whose backend is killed at a step; at `answer`, once it has committed. */
  function killedAt(step: Step): StorageWithWebhooks {
    const kill = (pid: number) => pool.query('select pg_terminate_backend($1, 5000)', [pid]);
    return createPostgresStorage({
      pool: createInterceptingPool(database.pool({ max: 1 }), async (query, go, pid) => {
        if (step === 'answer' && query.text === 'commit') {
          await go(query);
          await kill(pid);
          throw new Error('the answer was lost');
        }
        const name = query.name ?? query.text;
        if (name.includes(step)) await kill(pid);
        return go(query);
      }),
    });
  }

  it.each<Step>(['queue_claim', 'commit'])(
    'at the %s of a claim leaves everything due',
    async (step) => {
      await subscribe(storage, 'acme', 2);
      await emit(storage, 'acme', 2);
      await expect(claim({}, killedAt(step))).rejects.toThrow();
      const claimed = await claim({ owner: 'next' });
      expect(claimed.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1]);
    },
  );

  it('after the commit of a claim leaves it leased, until the lease ends', async () => {
    await subscribe(storage, 'acme', 1);
    await emit(storage, 'acme', 1);
    await expect(claim({}, killedAt('answer'))).rejects.toThrow('the answer was lost');
    expect(await claim({ now: new Date(LEASE_END.getTime() - 1) })).toEqual([]);
    const [claimed] = await claim({ now: LEASE_END });
    expect(claimed!.attempt).toBe(2);
    expect(await logOf(claimed!)).toEqual(['pending', 'interrupted']);
  });

  it('at the event of an exhausted delivery leaves neither, whether a finish or a claim ended it', async () => {
    await subscribe(storage, 'acme', 1);
    await emit(storage, 'acme', 2);
    const [first, second] = await claim({ limit: 2 });
    const event = { event: newEvent({ type: 'webhook.exhausted' }), patterns: [] };
    const next = { status: 'exhausted', dueAt: null, finishedAt: NOW } as const;
    const made = [{ ...failed(first!, 'worker', LEASE_END), next, event }];
    const last = {
      now: LEASE_END,
      maxAttempts: 1,
      exhaustedEvent: () => ({ ...event, event: newEvent() }),
    };

    const dying = (): StorageWithWebhooks => killedAt('event_append');
    await expect(dying().webhooks.queue.finish(made)).rejects.toThrow();
    await expect(claim(last, dying())).rejects.toThrow();
    expect(await logOf(first!)).toEqual(['pending']);
    expect(await logOf(second!)).toEqual(['pending']);

    await storage.webhooks.queue.finish(made);
    expect(await claim(last)).toEqual([]);
    expect(await logOf(first!)).toEqual(['exhausted', 'timed_out']);
    expect(await logOf(second!)).toEqual(['exhausted', 'interrupted']);
    const all = { type: null, organisationId: null, since: null, until: null };
    const page = await inUnit(storage, 'acme', ({ events }) =>
      events.list(all, { limit: 10, position: null }),
    );
    expect(page.items).toHaveLength(4);
  });

  it.each<[Step, unknown]>([
    ['queue_finish', ['pending']],
    ['commit', ['pending']],
    ['answer', ['delivered', null]],
  ])(
    'at the %s of a finish leaves all of it or nothing, and it can be repeated',
    async (step, log) => {
      await subscribe(storage, 'acme', 1);
      await emit(storage, 'acme', 1);
      const [claimed] = await claim();
      const made = [delivered(claimed!, 'worker')];
      await expect(killedAt(step).webhooks.queue.finish(made)).rejects.toThrow();
      expect(await logOf(claimed!)).toEqual(log);
      await storage.webhooks.queue.finish(made);
      expect(await logOf(claimed!)).toEqual(['delivered', null]);
    },
  );
});

it('a worker that freezes in the middle of a claim holds up nobody, and loses what it held when Postgres ends its transaction', async () => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  let thaw = (): void => undefined;
  const thawed = new Promise<void>((resolve) => {
    thaw = resolve;
  });
  let hasFrozen = (): void => undefined;
  const frozen = new Promise<void>((resolve) => {
    hasFrozen = resolve;
  });
  const freezing = createInterceptingPool(database.pool({ max: 1 }), async (query, go) => {
    if (query.text.startsWith('begin')) {
      expect(query.text).toContain(`idle_in_transaction_session_timeout = '10s'`);
    }
    if (query.text === 'commit') {
      hasFrozen();
      await thawed;
    }
    return go(query);
  });

  const claiming = claim({ owner: 'frozen' }, createPostgresStorage({ pool: freezing }));
  await frozen;
  await subscribe(storage, 'globex', 1);
  await emit(storage, 'globex', 1);
  const [other] = await claim({ owner: 'next' });
  expect(other!.tenantId).toBe('globex');
  // As the limit does, but now.
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`);
  let claimed: ClaimedDelivery | undefined;
  while (claimed === undefined) [claimed] = await claim({ owner: 'next' });
  thaw();

  expect(claimed.attempt).toBe(1);
  await expect(claiming).rejects.toThrow();
  await storage.webhooks.queue.finish([delivered(claimed, 'next')]);
  expect(await logOf(claimed)).toEqual(['delivered', null]);
});

it('while another transaction holds its snapshot, most claims read no more of the indexes than without it', async () => {
  const { counted, read } = countingStorage();
  await subscribe(storage, 'acme', 3);
  const holder = await database.pool().connect();
  await holder.query('begin isolation level repeatable read; select txid_current()');

  for (let round = 0; round < 100; round += 1) {
    const now = addMs(NOW, round * 2_000);
    await inUnit(storage, 'acme', async ({ events }) => {
      for (let index = 0; index < 22; index += 1) {
        await events.append(newEvent({ emittedAt: now }), ['*']);
      }
    });
    const taken = { now, leaseUntil: addMs(now, 30_000), perSubscriber: 20 };
    const claimed = await claim(taken, counted);
    expect(claimed.length).toBeGreaterThan(0);
    const made = claimed.map((each) => delivered(each, 'worker'));
    await counted.webhooks.queue.finish(made);
  }

  await holder.query('rollback');
  holder.release();
  const leastOf = (counts: readonly number[]): number => Math.min(...counts);
  const [early, late] = [leastOf(read.slice(10, 30)), leastOf(read.slice(-20))];
  expect(late).toBeLessThan(3 * early);
});

it('a clock that is set back by an hour delays what is due and what is leased by no more than that', async () => {
  await subscribe(storage, 'acme', 1);
  await emit(storage, 'acme', 1);
  await claim();
  await emit(storage, 'acme', 1);
  const back = addMs(LEASE_END, -3_600_000);
  expect(await claim({ now: back, leaseUntil: LEASE_END })).toEqual([]);
  const claimed = [...(await claim({ now: LEASE_END })), ...(await claim({ now: LEASE_END }))];
  expect(claimed.map(({ attempt }) => attempt).toSorted()).toEqual([1, 2]);
});

describe('what a request dispatches', () => {
  it('is bounded: with 10,000 subscribers, two events of the oldest', async () => {
    const subscriber = await subscribeManyOfAcme();
    await emit(storage, 'acme', 5);

    const listed = await inUnit(storage.webhooks, 'acme', ({ deliveries }) =>
      deliveries.list(subscriber.id, ALL_DELIVERIES, { limit: 10, position: null }),
    );

    expect(listed.items).toHaveLength(2);
    expect(await ofAcme('select from stepward.outbox')).toBe(3);
    await dispatchAll();
    expect(await ofAcme('select from stepward.outbox')).toBe(0);
  });

  it('leaves a test of a subscriber nothing to wait for: its delivery is there at once', async () => {
    const { id } = await subscribeManyOfAcme();
    await emit(storage, 'acme', 5);
    const { clock, deliveries } = stepwardOver(storage);
    clock.advance(LEASE_END.getTime() - clock.now().getTime());

    const sent = (await deliveries.sendTest(systemCaller('acme'), id))._unsafeUnwrap();

    const found = await deliveries.get('acme', id, sent.id);
    expect(found._unsafeUnwrap()).toEqual({ delivery: sent, attempts: [] });
  });

  it('never waits for a worker that waits for it', async () => {
    await subscribe(storage, 'acme', 1);
    const event = newEvent();
    const append = () => inUnit(storage, 'acme', ({ events }) => events.append(event, ['*']));
    await append();

    const claimed = await inUnit(storage.webhooks, 'acme', async ({ events }) => {
      await events.list(ALL_EVENTS, { limit: 1, position: null });
      // The same event again: the claim waits for what this unit of work makes of the first.
      await append();
      const claiming = claim();
      await expect.poll(isWaiting).toBe(true);
      await events.list(ALL_EVENTS, { limit: 1, position: null });
      return { claiming };
    });

    expect(await claimed.claiming).toHaveLength(0);
    expect(await claim()).toHaveLength(1);
  });
});

const ALL_EVENTS = { type: null, organisationId: null, since: null, until: null };
const ALL_DELIVERIES = { status: null, since: null, until: null };

const BEGIN_ACME = `begin; set local stepward.tenant_id = 'acme'`;

/** Runs a statement as the tenant, past the storage; how many rows it affected. */
function ofAcme(text: string): Promise<number | null> {
  return inTransaction(BEGIN_ACME, text);
}

async function inTransaction(begin: string, text: string): Promise<number | null> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const { rowCount } = await client.query(text);
    await client.query('commit');
    return rowCount;
  } finally {
    client.release();
  }
}

/** A storage whose claims are measured: the entries of indexes that each has read. */
function countingStorage() {
  const entries = `select sum(pg_stat_get_xact_tuples_returned(oid))::integer as count from pg_class
    where relnamespace = 'stepward'::regnamespace and relkind = 'i'`;
  const countOf = ({ rows }: PostgresResult): number => (rows as [{ count: number }])[0].count;
  const read: number[] = [];
  const counting = createInterceptingPool(database.pool({ max: 1 }), async (query, go) => {
    if (query.name?.includes('queue_claim') !== true) return go(query);
    const before = await go({ text: entries });
    const claimed = await go(query);
    const after = await go({ text: entries });
    read.push(countOf(after) - countOf(before));
    return claimed;
  });
  return { counted: createPostgresStorage({ pool: counting }), read };
}

/** Registers 10,000 subscribers to everything; one of them. */
async function subscribeManyOfAcme(): Promise<Subscriber> {
  const [subscriber] = await subscribe(storage, 'acme', 1);
  await ofAcme(
    `insert into stepward.subscribers
     select (jsonb_populate_record(one, jsonb_build_object('subscriber_id', gen_random_uuid()))).*
     from stepward.subscribers as one cross join generate_series(2, 10000)`,
  );
  return subscriber!;
}

function of(claimed: readonly ClaimedDelivery[], tenantId: string): ClaimedDelivery {
  return claimed.find((each) => each.tenantId === tenantId)!;
}

/** Runs work while another transaction holds the subscriber's row. */
async function holding(
  { id }: Subscriber,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await database.pool().connect();
  await client.query(BEGIN_ACME);
  await client.query('select from stepward.subscribers where subscriber_id = $1 for update', [id]);
  try {
    await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function isWaiting(): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount === 1;
}
