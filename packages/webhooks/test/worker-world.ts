import {
  createKeyRing,
  createStepward,
  systemCaller,
  type HandlerService,
  type Stepward,
} from '@stepward/core';
import type { OutboxService, WebhookOutcome, WebhookRequest } from '@stepward/core/adapter';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  type FixedClock,
} from '@stepward/testing';
import { onTestFinished } from 'vitest';
import { createDeliveryWorker, type DeliveryWorker } from '../src/delivery-worker.js';
import type { DeliveryWorkerOptions } from '../src/delivery-worker-options.js';
import { noMetrics, type AttemptMeasurement } from '../src/webhook-metrics.js';
import { createRecordingLogger, type RecordingLogger } from './recording-logger.js';

export const ACCEPTED: WebhookOutcome = {
  type: 'answered',
  status: 204,
  retryAfter: null,
  body: '',
};
export const TIMED_OUT: WebhookOutcome = { type: 'failed', reason: 'timed_out' };

/** A request, which is answered when the test says so. */
export interface Sent {
  readonly tenantId: string;
  readonly url: string;
  /** The id in the event's data. */
  readonly id: string;
  /** The number of the attempt. */
  readonly attempt: number;
  /** The worker that sent it. */
  readonly by: string;
  readonly answer: (outcome?: WebhookOutcome) => void;
}

export interface WorldWorker extends DeliveryWorker {
  readonly logger: RecordingLogger;
  readonly measured: readonly AttemptMeasurement[];
  /** While true, each of its calls of the queue is rejected. */
  isCutOff: boolean;
  /** The calls of the queue that it made. */
  readonly calls: readonly string[];
}

export interface WorkerWorld {
  readonly clock: FixedClock;
  readonly outbox: OutboxService;
  readonly handlers: HandlerService;
  /** What tenants call. */
  readonly tenants: Pick<Stepward, 'subscribers' | 'deliveries'>;
  /** What Stepward logs; each worker has a logger for itself. */
  readonly log: RecordingLogger;
  /** The types of the tenant's events, oldest first. */
  emitted(tenantId?: string): Promise<readonly string[]>;
  readonly sent: readonly Sent[];
  /** The ids of what was sent. */
  ids(): readonly string[];
  /** Answers what is sent from now on at once; null keeps it waiting. */
  answerAll(outcome: WebhookOutcome | null): void;
  /** Creates subscribers of a tenant. */
  subscribe(tenantId?: string, count?: number, eventTypes?: readonly string[]): Promise<void>;
  /** Emits one event for each id. */
  emit(
    ids: readonly string[],
    tenantId?: string,
    parts?: { readonly expiresAt?: Date },
  ): Promise<void>;
  /** A worker, which is stopped when the test ends; with a clock of its own if it has one in its options. */
  worker(name?: string, options?: Partial<DeliveryWorkerOptions>): WorldWorker;
}

export function createWorkerWorld(): WorkerWorld {
  const clock = createFixedClock();
  const keys = createKeyRing({ active: { id: 'key-1', secret: Buffer.alloc(32, 7) } });
  const log = createRecordingLogger();
  const storage = createMemoryStorage({ clock });
  const { outbox, handlers, subscribers, deliveries, events } = createStepward({
    storage,
    smsSender: createRecordingSmsSender(),
    codeKeys: keys,
    webhooks: { keys, targets: { check: () => Promise.resolve('allowed') } },
    logger: log,
    clock,
  });
  const sent: Sent[] = [];
  let answered: WebhookOutcome | null = null;

  function send(
    by: string,
    { tenantId, url, headers, body }: WebhookRequest,
  ): Promise<WebhookOutcome> {
    const { data } = JSON.parse(body) as { data: { id: string } };
    const attempt = Number(headers['x-webhook-attempt']);
    return new Promise((resolve) => {
      const answer = (outcome = ACCEPTED): void => resolve(outcome);
      sent.push({ tenantId, url, id: data.id, attempt, by, answer });
      if (answered !== null) answer(answered);
    });
  }

  async function subscribe(
    tenantId = 'acme',
    count = 1,
    eventTypes: readonly string[] = ['*'],
  ): Promise<void> {
    for (let number = 0; number < count; number += 1) {
      const url = `https://hooks.example.com/${tenantId}/${String(number)}`;
      (
        await subscribers.create(systemCaller(tenantId), { url, event_types: eventTypes })
      )._unsafeUnwrap();
    }
  }

  async function emit(ids: readonly string[], tenantId = 'acme', parts = {}): Promise<void> {
    for (const id of ids) {
      const data = { id, deleted_at: clock.now().toISOString() };
      const event = { type: 'user.deleted', tenantId, data, ...parts } as const;
      (await events.emit(event))._unsafeUnwrap();
    }
  }

  function worker(name = 'w1', options: Partial<DeliveryWorkerOptions> = {}): WorldWorker {
    const logger = createRecordingLogger();
    const measured: AttemptMeasurement[] = [];
    const calls: string[] = [];
    const created = createDeliveryWorker({
      outbox: watched(outbox, (call) => {
        calls.push(call);
        if (made.isCutOff) throw new Error('away');
      }),
      sender: { send: (request) => send(name, request) },
      metrics: { ...noMetrics, attempted: (measurement) => measured.push(measurement) },
      purgeMs: null,
      logger,
      clock,
      ...options,
    });
    const made: WorldWorker = { ...created, logger, measured, calls, isCutOff: false };
    onTestFinished(() => end(created, new Set([clock, options.clock as FixedClock | undefined])));
    return made;
  }

  /** Whatever a test left waiting is over. */
  async function end(ended: DeliveryWorker, clocks: ReadonlySet<FixedClock | undefined>) {
    const state = { isStopped: false };
    const stopped = ended.stop().then(() => void (state.isStopped = true));
    while (!state.isStopped) {
      for (const each of clocks) each?.advance(15_000);
      await turns();
    }
    await stopped;
  }

  async function emitted(tenantId = 'acme'): Promise<readonly string[]> {
    return (await storage.emitted(tenantId)).map(({ type }) => type);
  }

  const world = { clock, outbox, handlers, log, emitted, sent, subscribe, emit, worker };
  return {
    ...world,
    tenants: { subscribers, deliveries },
    ids: () => sent.map(({ id }) => id),
    answerAll: (outcome) => (answered = outcome),
  };
}

/** An outbox that reports each call; the call is rejected where that throws. */
export function watched(outbox: OutboxService, onCall: (call: string) => void): OutboxService {
  const watch = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const value: unknown = Reflect.get(object, name);
        if (name === 'queue') return watch(value as object);
        if (typeof value !== 'function' || name === 'isPattern') return value;
        return async (...values: readonly unknown[]): Promise<unknown> => {
          onCall(String(name));
          return (value as (...all: readonly unknown[]) => unknown)(...values);
        };
      },
    });
  return watch(outbox);
}

/** Goes on second by second. */
export async function seconds(clock: FixedClock, count: number): Promise<void> {
  for (let second = 0; second < count; second += 1) {
    clock.advance(1_000);
    await turns();
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function turns(count = 30): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
