/**
 * Deliveries with their log, from the queue in Postgres to an endpoint on this machine, against a bare
 * loop of the same sender that posts the same bytes as often at once; the target is 0.6 of its rate. By 1,
 * 2 and 4 processes, which share the processors with Postgres and the endpoint. Then 9 subscribers beside
 * a dead one, which takes what it is sent and never answers, against the 9 alone; the target is 0.9.
 * 10 subscribers, whose cap of attempts at once is out of the way but where one is dead: there it is the
 * default. Alternating rounds.
 */
import { systemCaller } from '@stepward/core';
import { alternate, rate, ratio, report } from './compare.js';
import { CONCURRENCY } from './webhooks/delivery-messages.js';
import { startDeliveryProcesses } from './webhooks/delivery-processes.js';
import { recordRequests } from './webhooks/record-requests.js';
import { sampleUser } from './webhooks/sample-user.js';
import { startSink } from './webhooks/sink-process.js';
import { createWebhookWorld, TENANT } from './webhooks/webhook-world.js';

const PROCESSES = [1, 2, 4];
const SUBSCRIBERS = 10;
const EVENTS = 400;
const DELIVERIES = SUBSCRIBERS * EVENTS;
const DEFAULT_CAP = 10;

const world = await createWebhookWorld();
const sink = await startSink();
const workers = startDeliveryProcesses(Math.max(...PROCESSES), world.url);
try {
  const subscribers: string[] = [];
  for (let number = 0; number < SUBSCRIBERS; number += 1) {
    subscribers.push(await world.subscribe(sink.url + String(number)));
  }
  await compareWithBareLoop();
  await compareWithDead(subscribers[0] ?? '');
} finally {
  workers.stop();
  sink.stop();
  await world.stop();
}

async function compareWithBareLoop(): Promise<void> {
  await emitAll();
  const requests = await recordRequests(world.stepward);
  for (const processes of PROCESSES) {
    await workers.deal(processes, requests);
    const [bareMs, workersMs] = await alternate(
      () => workers.post(processes),
      () => deliver(processes, DELIVERIES, CONCURRENCY),
    );
    report(`Deliveries by ${String(processes)} process(es)`, [
      ['bare loop, same sender, same bytes', rate(DELIVERIES, bareMs, 'posts')],
      ['workers', rate(DELIVERIES, workersMs, 'deliveries')],
      ['ratio (target 0.6)', ratio(bareMs, workersMs)],
    ]);
  }
}

async function compareWithDead(deadId: string): Promise<void> {
  const healthy = DELIVERIES - EVENTS;
  const change = async (input: object): Promise<void> => {
    const changed = await world.stepward.subscribers.change(systemCaller(TENANT), deadId, input);
    if (changed.isErr()) throw new Error(changed.error.code);
  };
  await change({ url: sink.deadUrl });
  const [aloneMs, besideMs] = await alternate(
    async () => {
      await change({ enabled: false });
      return deliver(1, healthy, DEFAULT_CAP);
    },
    async () => {
      await change({ enabled: true });
      return deliver(1, healthy, DEFAULT_CAP);
    },
  );
  report('9 healthy subscribers, 1 process', [
    ['alone', rate(healthy, aloneMs, 'deliveries')],
    ['beside one that never answers', rate(healthy, besideMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(aloneMs, besideMs)],
  ]);
}

/** One round: the queue is filled, emptied by the workers, and thrown away, so that all rounds are alike. */
async function deliver(
  processes: number,
  expected: number,
  perSubscriber: number,
): Promise<number> {
  await emitAll();
  const ms = await workers.work(processes, expected, perSubscriber);
  sink.hangUp();
  await workers.rest(processes);
  await world.pool.query(
    'truncate stepward.outbox, stepward.events, stepward.pending_deliveries, stepward.deliveries, stepward.attempts',
  );
  return ms;
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
