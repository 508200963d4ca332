/**
 * What the queue of webhooks goes through: events are emitted, two worker processes deliver them, and in the middle
 * something happens to them or to the database. Printed for each scenario: the deliveries a second before, during and after,
 * how long it took afterwards until no more than one second's deliveries waited, how many POSTs were repeated, and how many
 * deliveries of stored events were lost, which has to be none. An emit whose answer was lost may have been stored; it does
 * not count as lost where it was not.
 *
 * `SECONDS` sets the length of the parts (10), `HOLD_SECONDS` that of the held snapshot (600), `RATE` the deliveries a second
 * (200), `BURST` the events of the burst (50,000). An argument selects the scenarios whose name contains it.
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@stepward/dev-postgres';
import { report } from './compare.js';
import { createArrivals, type Arrivals } from './webhooks/arrivals.js';
import { startCountingReceiver } from './webhooks/counting-receiver-process.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, TENANT, type WebhookWorld } from './webhooks/webhook-world.js';
import { orderWorker, startWorkerProcess } from './webhooks/worker-process.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const HOLD_SECONDS = Number(process.env['HOLD_SECONDS'] ?? 600);
const RATE = Number(process.env['RATE'] ?? 200);
const BURST = Number(process.env['BURST'] ?? 50_000);
const WORKERS = 2;
/** A lease ends after 30 seconds; what waited for one needs some time more. */
const DRAIN_SECONDS = 120;
/** Transactions that emit, at a time. */
const EMITTERS = 8;
const EVENTS_PER_TRANSACTION = 100;
const HOUR_MS = 3_600_000;

interface Stage {
  readonly postgres: EmbeddedPostgres;
  readonly world: WebhookWorld;
  readonly workers: ChildProcess[];
  readonly emit: (count: number) => Promise<void>;
}

/** Does its harm, or begins it, and gives what undoes it. */
type Harm = (stage: Stage) => Promise<() => Promise<void>>;

interface Scenario {
  readonly harm: Harm;
  /** Seconds between the harm and what undoes it; `SECONDS` by default. */
  readonly seconds?: number;
  /** Subscribers of every event; 1 by default. */
  readonly subscribers?: number;
  /** Whether there is always a backlog, so that the rate is what the workers can do. By default `RATE` is. */
  readonly keepsBacklog?: true;
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  nothing: { harm: () => Promise.resolve(nothing) },

  'a transaction that holds its snapshot': {
    seconds: HOLD_SECONDS,
    subscribers: 10,
    keepsBacklog: true,
    async harm({ world }) {
      const client = await world.pool.connect();
      await client.query('begin isolation level repeatable read; select txid_current()');
      return async () => {
        await client.query('rollback');
        client.release();
      };
    },
  },

  [`a burst of ${BURST.toLocaleString('en')} events`]: {
    async harm({ emit }) {
      await emit(BURST);
      return nothing;
    },
  },

  'more events than can be delivered': {
    subscribers: 10,
    harm({ emit }) {
      const stopped = new AbortController();
      const emitting = (async (): Promise<void> => {
        while (!stopped.signal.aborted) await emit(100 * EMITTERS);
      })();
      return Promise.resolve(() => {
        stopped.abort();
        return emitting;
      });
    },
  },

  'readers of long lists': {
    harm({ world }) {
      const stopped = new AbortController();
      const read = async (): Promise<void> => {
        const everything = { type: null, organisationId: null, since: null, until: null };
        const page = { limit: 100, position: null };
        while (!stopped.signal.aborted) {
          await world.stepward.events.list(TENANT, everything, page);
        }
      };
      const readers = Array.from({ length: 8 }, read);
      return Promise.resolve(async () => {
        stopped.abort();
        await Promise.all(readers);
      });
    },
  },

  'backends killed each second': {
    harm: ({ world }) =>
      every(1_000, async () => {
        await world.pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid()`,
        );
      }),
  },

  'Postgres killed, and started again': {
    async harm({ postgres }) {
      await postgres.crash();
      return () => postgres.restart();
    },
  },

  'all connections of the workers taken': {
    harm({ workers }) {
      for (const worker of workers) orderWorker(worker, { type: 'hold' });
      return Promise.resolve(() => {
        for (const worker of workers) orderWorker(worker, { type: 'let go' });
        return nothing();
      });
    },
  },

  'a worker killed every three seconds, and another started': {
    harm: ({ world, workers }) =>
      every(3_000, () => {
        workers.shift()?.kill('SIGKILL');
        workers.push(startWorkerProcess(world.url));
        return nothing();
      }),
  },

  'all workers frozen for longer than their leases': {
    seconds: 35,
    harm({ workers }) {
      for (const worker of workers) worker.kill('SIGSTOP');
      return Promise.resolve(() => {
        for (const worker of workers) worker.kill('SIGCONT');
        return nothing();
      });
    },
  },

  "one worker's clock set back by an hour, and forward again": {
    harm: ({ workers }) => setBack(workers.slice(0, 1)),
  },

  "all workers' clocks set back by an hour, and forward again": {
    harm: ({ workers }) => setBack(workers),
  },
};

const nothing = (): Promise<void> => Promise.resolve();

/** Repeats the harm until it is undone. An error of it is part of the harm. */
function every(ms: number, harm: () => Promise<void>): Promise<() => Promise<void>> {
  const timer = setInterval(() => void harm().catch(nothing), ms);
  return Promise.resolve(() => {
    clearInterval(timer);
    return nothing();
  });
}

function setBack(workers: readonly ChildProcess[]): Promise<() => Promise<void>> {
  for (const worker of workers) orderWorker(worker, { type: 'set clock', offsetMs: -HOUR_MS });
  return Promise.resolve(() => {
    for (const worker of workers) orderWorker(worker, { type: 'set clock', offsetMs: 0 });
    return nothing();
  });
}

async function run(
  name: string,
  { harm, seconds = SECONDS, subscribers = 1, keepsBacklog }: Scenario,
): Promise<void> {
  const postgres = await startEmbeddedPostgres({ durable: true });
  const world = await createWebhookWorld(EMITTERS * 2, postgres);
  const arrivals = createArrivals(subscribers);
  const receiver = await startCountingReceiver((subscriber, eventId) =>
    arrivals.arrive(subscriber, eventId),
  );
  for (let number = 0; number < subscribers; number += 1) {
    await world.subscribe(receiver.urlOf(number));
  }
  const workers = Array.from({ length: WORKERS }, () => startWorkerProcess(world.url));
  const emit = (count: number): Promise<void> => emitSome(world, arrivals, count);
  const waiting = (): number => arrivals.stored() * subscribers - arrivals.distinct();
  const stopped = new AbortController();
  const emitting = (async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (keepsBacklog !== true) await Promise.all([emit(RATE / 10 / subscribers), sleep(100)]);
      else if (waiting() < 500 * subscribers) await emit(50);
      else await sleep(10);
    }
  })();

  /** Deliveries a second since now, when it is asked. */
  const counting = (): (() => number) => {
    const [arrived, started] = [arrivals.distinct(), performance.now()];
    return () => ((arrivals.distinct() - arrived) * 1_000) / (performance.now() - started);
  };
  await until(() => arrivals.distinct() > 0);
  await sleep(2_000);
  const before = counting();
  await sleep(SECONDS * 1_000);
  const rateBefore = before();
  const during = counting();
  const undo = await harm({ postgres, world, workers, emit });
  await sleep(seconds * 800);
  const atEnd = counting();
  await sleep(seconds * 200);
  const [rateDuring, rateAtEnd] = [during(), atEnd()];
  await undo();
  const [after, ended] = [counting(), performance.now()];
  const recovered =
    keepsBacklog !== true
      ? until(() => waiting() <= RATE).then(() => performance.now() - ended)
      : Promise.resolve(null);
  await sleep(SECONDS * 1_000);
  const rateAfter = after();
  const recoveredMs = await recovered;
  stopped.abort();
  await emitting;
  await until(() => arrivals.missing() === 0);
  const [lost, repeated] = [arrivals.missing(), arrivals.arrived() - arrivals.distinct()];
  const perSecond = (rate: number): string => `${rate.toFixed(0)} deliveries/s`;
  report(`With ${name}`, [
    ['before', perSecond(rateBefore)],
    ['during', perSecond(rateDuring)],
    ['during, the last fifth', perSecond(rateAtEnd)],
    ['after', perSecond(rateAfter)],
    ...(recoveredMs === null
      ? [['during over before', (rateDuring / rateBefore).toFixed(2)] as const]
      : [['recovered within', `${(recoveredMs / 1_000).toFixed(1)} s`] as const]),
    ['repeated', String(repeated)],
    ['lost', `${String(lost)} of ${String(arrivals.stored() * subscribers)}`],
  ]);
  if (lost > 0) process.exitCode = 1;
  for (const worker of workers) worker.kill('SIGKILL');
  receiver.stop();
  await world.stop();
}

/** Emits `count` events, several in each transaction. Those of a transaction that fails do not count. */
async function emitSome(world: WebhookWorld, arrivals: Arrivals, count: number): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      const some = Math.min(left, EVENTS_PER_TRANSACTION);
      left -= some;
      const eventIds = await emitTogether(world, some).catch(() => []);
      for (const eventId of eventIds) arrivals.store(eventId);
    }
  };
  await Promise.all(Array.from({ length: EMITTERS }, loop));
}

async function emitTogether(
  { pool, stepward }: WebhookWorld,
  count: number,
): Promise<readonly string[]> {
  const client = await pool.connect();
  const eventIds: string[] = [];
  let isBroken = true;
  try {
    await client.query('begin');
    for (let number = 0; number < count; number += 1) {
      const event = { type: 'user.created', tenantId: TENANT, data: sampleUser(number) } as const;
      const emitted = await stepward.events.emit(event, { tx: client });
      if (emitted.isErr()) throw new Error(emitted.error.code);
      eventIds.push(emitted.value.id);
    }
    await client.query('commit');
    isBroken = false;
    return eventIds;
  } finally {
    client.release(isBroken);
  }
}

/** Resolves once it is so, or after the time that a drain may take. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < DRAIN_SECONDS * 20; tries += 1) await sleep(50);
}

const asked = process.argv[2];
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (asked === undefined || name.includes(asked)) await run(name, scenario);
}
