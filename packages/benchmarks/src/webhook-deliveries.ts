/**
 * Deliveries with their log, from the queue in Postgres to an endpoint on this machine, by 1, 2 and 4 processes, which share
 * the processors with Postgres and the endpoint. Compared in turns, one round each: a bare loop of the same sender that posts
 * the same bytes as often at once (target 0.55 of its rate); this worker; and the same work on pg-boss and on graphile-worker,
 * one job for each delivery (target 3 times their rate with one process). Beside each rate the processor time of the
 * delivering processes and of Postgres. Then 10 subscribers among 10,000, whose filters do not match, against the 10 alone; and
 * 9 beside a dead one, which takes what it is sent and never answers, against the 9 alone; the target of both is 0.9. There the
 * cap of attempts at once is the default, before it is out of the way.
 */
import { systemCaller } from '@stepward/core';
import type { WebhookRequest } from '@stepward/core/adapter';
import { alternate, median, rate, ratio, report, takeTurns } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { CONCURRENCY, ENGINES, type Engine } from './webhooks/delivery-messages.js';
import { startDeliveryProcesses } from './webhooks/delivery-processes.js';
import { createDeliveryJobs, type DeliveryJob } from './webhooks/job-queues.js';
import { addOtherSubscribers, removeOtherSubscribers } from './webhooks/other-subscribers.js';
import { recordRequests } from './webhooks/record-requests.js';
import { SECRET } from './webhooks/sample-delivery.js';
import { sampleUser } from './webhooks/sample-user.js';
import { startSink } from './webhooks/sink-process.js';
import { createWebhookWorld, TENANT } from './webhooks/webhook-world.js';

const PROCESSES = [1, 2, 4];
const SUBSCRIBERS = 10;
const MANY_SUBSCRIBERS = 10_000;
const EVENTS = 400;
const DELIVERIES = SUBSCRIBERS * EVENTS;
const DEFAULT_CAP = 10;

/** What a round took. */
interface Cost {
  readonly ms: number;
  /** Of the delivering processes. */
  readonly cpuMs: number;
  /** Null where it cannot be read. */
  readonly postgresCpuMs: number | null;
}

const world = await createWebhookWorld();
const sink = await startSink();
const workers = startDeliveryProcesses(Math.max(...PROCESSES), world.url);
const jobs = await createDeliveryJobs(world.url, world.pool);
const postgresCpu = await postgresCpuOf(world.pool);
try {
  const subscribers: string[] = [];
  for (let number = 0; number < SUBSCRIBERS; number += 1) {
    subscribers.push(await world.subscribe(sink.url + String(number)));
  }
  await compareEngines();
  await compareAmongOthers();
  await compareWithDead(subscribers[0] ?? '');
} finally {
  workers.stop();
  sink.stop();
  await world.stop();
}

async function compareEngines(): Promise<void> {
  await emitAll();
  const requests = await recordRequests(world.stepward);
  for (const processes of PROCESSES) {
    await workers.deal(processes, requests);
    const [bare = [], ...ofEngines] = await takeTurns(
      () => measure(processes, () => workers.post(processes)),
      ...ENGINES.map((engine) => async () => {
        await fill(engine, requests);
        const cost = await measure(processes, async () => {
          const ms = await workers.work(processes, DELIVERIES, engine, CONCURRENCY);
          await workers.rest(processes);
          return ms;
        });
        await clear();
        return cost;
      }),
    );
    const ours = ofEngines[ENGINES.indexOf('stepward')] ?? [];
    report(`Deliveries by ${String(processes)} process(es)`, [
      ...linesOf('bare loop, same sender, same bytes', bare),
      ...ENGINES.flatMap((engine, index) => linesOf(engine, ofEngines[index] ?? [])),
      ['stepward over the bare loop (target 0.55)', ratio(msOf(bare), msOf(ours))],
      ...ENGINES.flatMap((engine, index): (readonly [string, string])[] =>
        engine === 'stepward'
          ? []
          : [[`stepward over ${engine} (target 3)`, ratio(msOf(ofEngines[index]), msOf(ours))]],
      ),
    ]);
  }
}

async function compareAmongOthers(): Promise<void> {
  const deliver = async (): Promise<number> => {
    await emitAll();
    const ms = await workers.work(1, DELIVERIES, 'stepward', DEFAULT_CAP);
    await workers.rest(1);
    await clear();
    return ms;
  };
  const [aloneMs, amongMs] = await alternate(deliver, async () => {
    await addOtherSubscribers(world.pool, 'stepward', MANY_SUBSCRIBERS - SUBSCRIBERS);
    const ms = await deliver();
    await removeOtherSubscribers(world.pool, 'stepward');
    return ms;
  });
  report(`${String(SUBSCRIBERS)} subscribers, 1 process`, [
    ['alone', rate(DELIVERIES, aloneMs, 'deliveries')],
    ['among 10,000', rate(DELIVERIES, amongMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(aloneMs, amongMs)],
  ]);
}

async function compareWithDead(deadId: string): Promise<void> {
  const healthy = DELIVERIES - EVENTS;
  const change = async (input: object): Promise<void> => {
    const changed = await world.stepward.subscribers.change(systemCaller(TENANT), deadId, input);
    if (changed.isErr()) throw new Error(changed.error.code);
  };
  const deliver = async (): Promise<number> => {
    await emitAll();
    const ms = await workers.work(1, healthy, 'stepward', DEFAULT_CAP);
    sink.hangUp();
    await workers.rest(1);
    await clear();
    return ms;
  };
  await change({ url: sink.deadUrl });
  const [aloneMs, besideMs] = await alternate(
    async () => {
      await change({ enabled: false });
      return deliver();
    },
    async () => {
      await change({ enabled: true });
      return deliver();
    },
  );
  report('9 healthy subscribers, 1 process', [
    ['alone', rate(healthy, aloneMs, 'deliveries')],
    ['beside one that never answers', rate(healthy, besideMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(aloneMs, besideMs)],
  ]);
}

async function measure(processes: number, round: () => Promise<number>): Promise<Cost> {
  const [cpuBefore, postgresBefore] = [await workers.cpuMs(processes), postgresCpu()];
  const ms = await round();
  const [cpuAfter, postgresAfter] = [await workers.cpuMs(processes), postgresCpu()];
  return {
    ms,
    cpuMs: cpuAfter - cpuBefore,
    postgresCpuMs:
      postgresBefore === null || postgresAfter === null ? null : postgresAfter - postgresBefore,
  };
}

/** Puts the deliveries of a round into the queue of that engine. */
async function fill(engine: Engine, requests: readonly WebhookRequest[]): Promise<void> {
  if (engine === 'stepward') await emitAll();
  else await jobs.fill(engine, requests.map(jobOf));
}

/** So that all rounds are alike. */
async function clear(): Promise<void> {
  await jobs.clear();
  await world.pool.query(
    'truncate stepward.outbox, stepward.events, stepward.pending_deliveries, stepward.deliveries, stepward.attempts',
  );
}

/** The job that makes the same request. */
function jobOf({ url, headers, body }: WebhookRequest): DeliveryJob {
  const { event_type, event_id, idempotency_key, data } = JSON.parse(body) as {
    readonly event_type: string;
    readonly event_id: string;
    readonly idempotency_key: string;
    readonly data: object;
  };
  const source = headers['x-webhook-source'] ?? '';
  const ids = { eventId: event_id, idempotencyKey: idempotency_key };
  return { url, secret: SECRET, envelope: { eventType: event_type, ...ids, data, source } };
}

/** Emits the events of a round, some at a time. */
async function emitAll(): Promise<void> {
  const numbers = Array.from({ length: EVENTS }, (_, number) => number);
  const loop = async (): Promise<void> => {
    for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
      const event = { type: 'user.created', tenantId: TENANT, data: sampleUser(number) } as const;
      const emitted = await world.stepward.events.emit(event);
      if (emitted.isErr()) throw new Error(emitted.error.code);
    }
  };
  await Promise.all(Array.from({ length: 8 }, loop));
}

function msOf(costs: readonly Cost[] = []): number {
  return median(costs.map(({ ms }) => ms));
}

function linesOf(name: string, costs: readonly Cost[]): readonly (readonly [string, string])[] {
  const per1000 = (of: (cost: Cost) => number | null): string =>
    `${(median(costs.map((cost) => of(cost) ?? Number.NaN)) / DELIVERIES).toFixed(2)} s`;
  return [
    [name, rate(DELIVERIES, msOf(costs), 'deliveries')],
    ['  processor time of the processes, per 1,000', per1000(({ cpuMs }) => cpuMs)],
    ['  processor time of Postgres, per 1,000', per1000(({ postgresCpuMs }) => postgresCpuMs)],
  ];
}
