/**
 * What the queue of webhooks goes through: events are emitted at a steady rate, two worker processes deliver them, and in
 * the middle third of the time something happens to them or to the database. Printed for each scenario: the deliveries a
 * second before, during and after, how long after the last emit until all had arrived, how many POSTs were repeated, and
 * how many events were lost, which has to be none. `SECONDS` sets the length of each third (10), `RATE` the events a
 * second (200).
 */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { report } from './compare.js';
import { startCountingReceiver } from './webhooks/counting-receiver.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, TENANT, type WebhookWorld } from './webhooks/webhook-world.js';
import { startWorkerProcess } from './webhooks/worker-process.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const RATE = Number(process.env['RATE'] ?? 200);
const WORKERS = 2;
/** A lease ends after 30 seconds; what waited for one needs some time more. */
const DRAIN_SECONDS = 90;

interface Stage {
  readonly world: WebhookWorld;
  readonly workers: ChildProcess[];
  readonly emit: (count: number) => Promise<void>;
}

/** Does its harm at once or over the middle third, and gives what undoes it. */
type Harm = (stage: Stage) => Promise<() => Promise<void>>;

const SCENARIOS: Readonly<Record<string, Harm>> = {
  nothing: () => Promise.resolve(nothing),

  async 'a transaction that holds its snapshot'({ world }) {
    const client = await world.pool.connect();
    await client.query('begin isolation level repeatable read; select txid_current()');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  },

  async 'a burst of 20 seconds of events at once'({ emit }) {
    await emit(20 * RATE);
    return nothing;
  },

  async 'readers of long lists'({ world }) {
    const stopped = new AbortController();
    const read = async (): Promise<void> => {
      while (!stopped.signal.aborted) await world.stepward.events.list(TENANT, {}, { limit: 100 });
    };
    const readers = Array.from({ length: 8 }, read);
    return async () => {
      stopped.abort();
      await Promise.all(readers);
    };
  },

  async 'backends killed each second'({ world }) {
    return eachSecond(async () => {
      await world.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      );
    });
  },

  async 'a worker killed each second, and another started'({ world, workers }) {
    return eachSecond(() => {
      workers.shift()?.kill('SIGKILL');
      workers.push(startWorkerProcess(world.url));
      return Promise.resolve();
    });
  },

  async 'all workers frozen, and thawed past their leases'({ workers }) {
    for (const worker of workers) worker.kill('SIGSTOP');
    await sleep(Math.max(35 - SECONDS, 0) * 1_000);
    return () => {
      for (const worker of workers) worker.kill('SIGCONT');
      return Promise.resolve();
    };
  },
};

const nothing = (): Promise<void> => Promise.resolve();

/** Repeats the harm, each second, until it is undone. An error of it is part of the harm. */
function eachSecond(harm: () => Promise<void>): Promise<() => Promise<void>> {
  const timer = setInterval(() => void harm().catch(nothing), 1_000);
  return Promise.resolve(() => {
    clearInterval(timer);
    return Promise.resolve();
  });
}

async function run(name: string, harm: Harm): Promise<void> {
  const world = await createWebhookWorld();
  const receiver = await startCountingReceiver();
  await world.subscribe(receiver.url);
  const workers = Array.from({ length: WORKERS }, () => startWorkerProcess(world.url));
  let emitted = 0;
  const emit = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      const data = sampleUser(number);
      const event = { type: 'user.created', tenantId: TENANT, data } as const;
      // An emit whose answer is lost may have been stored all the same: it counts where it was answered.
      const stored = await world.stepward.events.emit(event).catch(() => null);
      if (stored !== null) emitted += 1;
    }
  };
  const stopped = new AbortController();
  const emitting = (async (): Promise<void> => {
    while (!stopped.signal.aborted) await Promise.all([emit(RATE / 10), sleep(100)]);
  })();

  const third = async (): Promise<string> => {
    const before = receiver.distinct();
    await sleep(SECONDS * 1_000);
    return `${((receiver.distinct() - before) / SECONDS).toFixed(0)} deliveries/s`;
  };
  await waitFor(() => receiver.distinct() > 0);
  const before = await third();
  const undo = await harm({ world, workers, emit });
  const during = await third();
  await undo();
  const after = await third();
  stopped.abort();
  await emitting;
  const ended = performance.now();
  await waitFor(() => receiver.distinct() >= emitted);
  const drainedMs = performance.now() - ended;
  const lost = Math.max(emitted - receiver.distinct(), 0);
  report(`With ${name}`, [
    ['before', before],
    ['during', during],
    ['after', after],
    ['all arrived after the last emit within', `${(drainedMs / 1_000).toFixed(1)} s`],
    ['repeated', String(receiver.arrived() - receiver.distinct())],
    ['lost', `${String(lost)} of ${String(emitted)}`],
  ]);
  if (lost > 0) process.exitCode = 1;
  for (const worker of workers) worker.kill('SIGKILL');
  receiver.stop();
  await world.stop();
}

async function waitFor(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < DRAIN_SECONDS * 10; tries += 1) await sleep(100);
}

const asked = process.argv[2];
for (const [name, harm] of Object.entries(SCENARIOS)) {
  if (asked === undefined || name.includes(asked)) await run(name, harm);
}
