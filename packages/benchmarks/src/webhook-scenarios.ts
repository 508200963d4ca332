/**
 * What the queue of webhooks goes through: events are emitted, two worker processes deliver them, and in the middle
 * something happens to them or to the database. Printed for each scenario: the deliveries a second before, during and after, and how
 * long 99 % of them took, how long it took afterwards until no more than one second's deliveries waited, the slowest delivery, how many POSTs were
 * repeated, how many deliveries of stored events were lost, which has to be none, whether the queue was empty in the end, the most dead
 * rows, and what 1,000 deliveries cost Postgres. An emit whose answer was lost may have been stored; it does not count as lost
 * where it was not.
 *
 * `SECONDS` sets the length of the parts (10), `HOLD_SECONDS` that of the held snapshots (60), `RATE` the deliveries a second
 * (200), `BURST` the events of the burst (50,000), `LEASE_SECONDS` the length of a worker's lease (15). An argument selects the
 * scenarios whose name contains it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import { percentile, report } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { createArrivals, type Arrivals } from './webhooks/arrivals.js';
import { startCountingReceiver } from './webhooks/counting-receiver-process.js';
import { watchDeadRows } from './webhooks/dead-rows.js';
import { emitTogether } from './webhooks/emit.js';
import { startMeter } from './webhooks/meter.js';
import { SCENARIOS, type Scenario, type Stage } from './webhooks/scenarios.js';
import { createWebhookWorld, TENANT, type WebhookWorld } from './webhooks/webhook-world.js';
import { startWorkerProcess } from './webhooks/worker-process.js';

const SECONDS = Number(process.env['SECONDS'] ?? 10);
const RATE = Number(process.env['RATE'] ?? 200);
const WORKERS = 2;
/** Until the workers have shared out the queue. */
const WARM_UP_MS = 10_000;
/** What waits for a lease, or is in a long backlog, needs some time. */
const DRAIN_SECONDS = 120;
/** Transactions that emit, at a time. */
const EMITTERS = 8;
const EVENTS_PER_TRANSACTION = 100;

type Lines = readonly (readonly [string, string])[];

const asked = process.argv[2];
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (asked === undefined || name.includes(asked)) await run(name, scenario);
}

async function run(name: string, scenario: Scenario): Promise<void> {
  const { subscribers = 1 } = scenario;
  const postgres = await startEmbeddedPostgres({ durable: true });
  const world = await createWebhookWorld(EMITTERS * 2, postgres);
  const arrivals = createArrivals(subscribers);
  const receiver = await startCountingReceiver(arrivals.arrive);
  for (let number = 0; number < subscribers; number += 1) {
    await world.subscribe(receiver.urlOf(number));
  }
  const workers = Array.from({ length: WORKERS }, () => startWorkerProcess(world.url));
  const emit = (count: number): Promise<void> => emitSome(world, arrivals, count);
  const emitter = startEmitting(emit, arrivals, scenario);
  await until(() => arrivals.distinct() > 0);
  await sleep(WARM_UP_MS);
  const lines = await observe(scenario, { postgres, world, workers, emit }, arrivals);
  await emitter.stop();
  await until(() => arrivals.missing() === 0);
  const [lost, repeated] = [arrivals.missing(), arrivals.arrived() - arrivals.distinct()];
  report(`With ${name}`, [
    ...lines,
    ['slowest delivery', `${(percentile(arrivals.latencies, 1) / 1_000).toFixed(1)} s`],
    ['repeated', String(repeated)],
    ['lost', `${String(lost)} of ${String(arrivals.stored() * subscribers)}`],
    ['queue empty afterwards', await timeToEmpty(world)],
  ]);
  if (lost > 0) process.exitCode = 1;
  for (const worker of workers) worker.kill('SIGKILL');
  receiver.stop();
  await world.stop();
}

/** Until the lag of the queue is 0, from when all has arrived. Workers tell what they know every five seconds. */
async function timeToEmpty({ stepward }: WebhookWorld): Promise<string> {
  const started = performance.now();
  while ((await stepward.outbox.queueState()).lagMs > 0) {
    if (performance.now() - started > DRAIN_SECONDS * 1_000) return 'never';
    await sleep(50);
  }
  return `after ${secondsSince(started)}`;
}

/** Measures before, during and after the harm. */
async function observe(
  { harm, seconds = SECONDS, subscribers = 1, rate = RATE, keepsBacklog }: Scenario,
  stage: Stage,
  arrivals: Arrivals,
): Promise<Lines> {
  const postgresCpu = await postgresCpuOf(stage.world.pool);
  const meter = () => startMeter(arrivals, postgresCpu);
  const before = meter();
  await sleep(SECONDS * 1_000);
  const beforeLines = linesOf('before', before);
  const rateBefore = before.perSecond();

  const [dead, during] = [watchDeadRows(stage.world.pool), meter()];
  const undo = await harm(stage);
  await sleep(seconds * 800);
  const atEnd = meter();
  await sleep(seconds * 200);
  const duringLines = [
    ...linesOf('during', during),
    ...linesOf('during, the last fifth', atEnd),
    ['during over before', (during.perSecond() / rateBefore).toFixed(2)] as const,
  ];
  dead.stop();
  await undo();

  const [after, undone] = [meter(), performance.now()];
  const waiting = (): number => arrivals.stored() * subscribers - arrivals.distinct();
  const recovering =
    keepsBacklog === true
      ? Promise.resolve('')
      : until(() => waiting() <= rate).then(() => secondsSince(undone));
  await sleep(SECONDS * 1_000);
  const afterLines = linesOf('after', after);
  const lines = [...beforeLines, ...duringLines, ...afterLines];
  return [
    ...lines,
    ['recovered within', await recovering],
    ['most dead rows', String(dead.most())],
  ];
}

function linesOf(part: string, meter: ReturnType<typeof startMeter>): Lines {
  return [
    [part, `${meter.perSecond().toFixed(0)} deliveries/s`],
    ['  99 %', `${meter.p99Ms().toFixed(0)} ms`],
    ['  processor time of Postgres, per 1,000', `${meter.postgresPer1000().toFixed(2)} s`],
  ];
}

function secondsSince(ms: number): string {
  return `${((performance.now() - ms) / 1_000).toFixed(1)} s`;
}

/** Emits until it is stopped, at the scenario's rate, or as much as keeps a backlog. */
function startEmitting(
  emit: (count: number) => Promise<void>,
  arrivals: Arrivals,
  { subscribers = 1, rate = RATE, keepsBacklog }: Scenario,
): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const waiting = (): number => arrivals.stored() * subscribers - arrivals.distinct();
  const emitting = (async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      if (keepsBacklog !== true) await Promise.all([emit(rate / 10 / subscribers), sleep(100)]);
      else if (waiting() < 500 * subscribers) await emit(50);
      else await sleep(10);
    }
  })();
  return {
    stop() {
      stopped.abort();
      return emitting;
    },
  };
}

/** Emits `count` events, several in each transaction. Those of a transaction that fails do not count. */
async function emitSome(world: WebhookWorld, arrivals: Arrivals, count: number): Promise<void> {
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      const some = Math.min(left, EVENTS_PER_TRANSACTION);
      left -= some;
      const tenants = Array.from({ length: some }, () => TENANT);
      for (const eventId of await emitTogether(world, tenants).catch(() => [])) {
        arrivals.store(eventId);
      }
    }
  };
  await Promise.all(Array.from({ length: EMITTERS }, loop));
}

/** Resolves once it is so, or after the time that a drain may take. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; !isSo() && tries < DRAIN_SECONDS * 20; tries += 1) await sleep(50);
}
