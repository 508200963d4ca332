import { type EventSink, silentLogger } from '@stepward/core';
import type { WebhookOutcome, WebhookRequest } from '@stepward/core/adapter';
import { createDeliveryWorker } from '@stepward/webhooks';
import type { Process } from '../kernel/process.js';
import type { Simulation } from '../kernel/simulation.js';
import type { DatabaseServer } from '../storage/database-server.js';
import { connect } from '../storage/connect.js';
import { hostStepward } from './host-stepward.js';
import type { Receivers } from './receivers.js';
import { SINK } from '../sinks/watch-sink.js';
import type { PublisherWatch } from '../sinks/watch-publisher.js';
import type { OrderWatch } from './watch-order.js';
import { watchWorker, type WorkerLimits } from './watch-worker.js';

/** Milliseconds after which the sender takes it that there is no answer. */
const SEND_TIMEOUT_MS = 10_000;

/** What the seed chose for all workers. */
export interface WorkerSettings extends WorkerLimits {
  readonly circuitBreaker: boolean;
  readonly wake: boolean;
}

/** What the requests of a worker meet. */
export interface WorkerSurroundings {
  readonly receivers: Receivers;
  readonly order: Pick<OrderWatch, 'arrived'>;
  /** Null for a worker without a sink. */
  readonly sink: WorkerSink | null;
}

/** A sink, and those who watch the worker that publishes to it. */
export interface WorkerSink {
  readonly connect: (process: Process) => EventSink;
  readonly publishers: Pick<PublisherWatch, 'of'>;
}

/** Runs a delivery worker in a process. Some are stopped in the end, as a deployment stops them. */
export function runWorker(
  simulation: Simulation,
  process: Process,
  server: DatabaseServer,
  { receivers, order, sink }: WorkerSurroundings,
  settings: WorkerSettings,
): void {
  const storage = connect(server, process);
  const watch = watchWorker(storage.queue, process.clock, settings, simulation.violate);
  const { outbox } = hostStepward(process, { ...storage, queue: watch.queue });

  async function receive(request: WebhookRequest): Promise<WebhookOutcome> {
    await order.arrived(request.headers['x-webhook-id'] ?? '');
    return receivers.receive(request);
  }

  async function send(request: WebhookRequest): Promise<WebhookOutcome> {
    const ended = watch.sent(request);
    receivers.sending(request.url);
    const answer = process
      .call(`POST ${request.url}`, () => receive(request))
      .catch((): WebhookOutcome => ({ type: 'failed', reason: 'connection_lost' }));
    const timeout = process.sleep(SEND_TIMEOUT_MS).then(() => TIMED_OUT);
    const outcome = await Promise.race([answer, timeout]);
    ended();
    return outcome;
  }

  const worker = createDeliveryWorker({
    ...{ ...settings, outbox, sender: { send } },
    ...{ purgeMs: null, logger: silentLogger, clock: process.clock, random: process.random },
    ...(sink !== null && {
      ...sink.publishers.of(process),
      sinks: [{ name: SINK, sink: sink.connect(process) }],
    }),
  });
  worker.start();
  if (simulation.random.integer(2) === 0) void retire();

  async function retire(): Promise<void> {
    await process.sleep(1_000 * simulation.random.integer(300));
    await worker.stop();
    process.kill();
  }
}

const TIMED_OUT: WebhookOutcome = { type: 'failed', reason: 'timed_out' };
