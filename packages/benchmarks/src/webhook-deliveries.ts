/**
 * Deliveries with their log, from the outbox in Postgres to an endpoint on this machine, by 1, 2 and 4 processes, which share
 * the processors with Postgres and the endpoint. Compared in turns, one round each: a bare loop of the same sender that posts
 * the same bytes as often at once (target 0.7 of its rate); this worker; and the same work on pg-boss and on graphile-worker,
 * one job for each delivery (target 1.3 times their rate). Beside each rate the processor time of the delivering processes and of
 * Postgres. The cap of attempts at once to one subscriber is out of the way.
 */
import type { WebhookRequest } from '@stepward/core/adapter';
import { median, rate, ratio, report, takeTurns } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { settle, workOff } from './webhooks/backlog.js';
import { ENGINES, type Engine } from './webhooks/delivery-messages.js';
import { startDeliveryProcesses } from './webhooks/delivery-processes.js';
import { emitTogether } from './webhooks/emit.js';
import { createDeliveryJobs, type DeliveryJob } from './webhooks/job-queues.js';
import { recordRequests } from './webhooks/record-requests.js';
import { SECRET } from './webhooks/sample-delivery.js';
import { startSink } from './webhooks/sink-process.js';
import { createWebhookWorld, TENANT } from './webhooks/webhook-world.js';

const PROCESSES = [1, 2, 4];
const SUBSCRIBERS = 10;
const EVENTS = Array.from({ length: 400 }, () => TENANT);
const DELIVERIES = SUBSCRIBERS * EVENTS.length;

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
  for (let number = 0; number < SUBSCRIBERS; number += 1) {
    await world.subscribe(sink.url + String(number));
  }
  await emitTogether(world, EVENTS);
  const requests = await recordRequests(world.stepward);
  for (const processes of PROCESSES) await compareEngines(processes, requests);
} finally {
  workers.stop();
  sink.stop();
  await world.stop();
}

async function compareEngines(
  processes: number,
  requests: readonly WebhookRequest[],
): Promise<void> {
  await workers.deal(processes, requests);
  await settle(workers, processes);
  const [bare = [], ...ofEngines] = await takeTurns(
    () => measure(processes, () => workers.post(processes)),
    ...ENGINES.map((engine) => () => deliver(engine, processes, requests)),
  );
  const ours = ofEngines[ENGINES.indexOf('stepward')] ?? [];
  report(`Deliveries by ${String(processes)} process(es)`, [
    ...linesOf('bare loop, same sender, same bytes', bare),
    ...ENGINES.flatMap((engine, index) => linesOf(engine, ofEngines[index] ?? [])),
    ['stepward over the bare loop (target 0.7)', ratio(msOf(bare), msOf(ours))],
    ...ENGINES.flatMap((engine, index): (readonly [string, string])[] =>
      engine === 'stepward'
        ? []
        : [[`stepward over ${engine} (target 1.3)`, ratio(msOf(ofEngines[index]), msOf(ours))]],
    ),
  ]);
}

/** One round. The job queues have their jobs when it begins; this worker's events are committed as it begins. */
async function deliver(
  engine: Engine,
  processes: number,
  requests: readonly WebhookRequest[],
): Promise<Cost> {
  if (engine === 'stepward') {
    const backlog = { tenants: EVENTS, deliveries: DELIVERIES };
    return measure(processes, () => workOff(world, workers, processes, backlog));
  }
  await jobs.fill(engine, requests.map(jobOf));
  const cost = await measure(processes, async () => {
    const started = performance.now();
    const delivered = workers.delivered(processes, DELIVERIES);
    workers.work(processes, engine);
    await delivered;
    const ms = performance.now() - started;
    await workers.rest(processes);
    return ms;
  });
  await jobs.clear();
  return cost;
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
