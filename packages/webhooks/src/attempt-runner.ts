import type { Clock, Logger } from '@stepward/core';
import type {
  DueAttempt,
  MadeAttempt,
  OutboxService,
  QueuePosition,
  WebhookOutcome,
  WebhookSender,
} from '@stepward/core/adapter';
import type { AttemptDecision } from '@stepward/core/webhooks';
import { createBreakers } from './breakers.js';
import { reasonOf } from './reason-of.js';
import type { ResultWriter } from './result-writer.js';
import type { AttemptMeasurement, WebhookMetrics } from './webhook-metrics.js';

/** Makes attempts, a bounded number of them at a time. */
export interface AttemptRunner {
  /** The number of attempts that may be started now. */
  free(): number;
  /** Claims and starts due attempts, as far as there are free slots. */
  begin(): Promise<Begun>;
  /** Resolves once no attempt is in progress. */
  settled(): Promise<void>;
}

export interface Begun {
  readonly count: number;
  /** Whether more attempts may be due that could be started at once. */
  readonly hasMore: boolean;
}

export interface AttemptRunnerOptions {
  readonly outbox: Pick<OutboxService, 'claim' | 'pause'>;
  readonly sender: WebhookSender;
  readonly writer: ResultWriter;
  readonly metrics: WebhookMetrics;
  readonly clock: Clock;
  readonly owner: string;
  /** Concurrent attempts. The same number may wait for their results to be stored. */
  readonly concurrency: number;
  /** Attempts to one subscriber at once, over all workers. */
  readonly perSubscriber: number;
  /** Attempts to one subscriber begun in a second, over all workers; null for no limit. */
  readonly perSecond: number | null;
  /** Whether a subscriber that mostly fails is paused. */
  readonly circuitBreaker: boolean;
  readonly logger: Logger;
  /** Called when a response has arrived and a slot is free. */
  readonly onAnswer: () => void;
  /** Called when a result is stored and another attempt to its subscriber may start. */
  readonly onStored: () => void;
}

export function createAttemptRunner(options: AttemptRunnerOptions): AttemptRunner {
  const { outbox, sender, writer, metrics, clock, owner, concurrency, perSubscriber } = options;
  const { perSecond, circuitBreaker, logger } = options;
  const underWay = new Set<Promise<void>>();
  /** Attempts in progress, by tenant. */
  const sendingOf = new Map<string, number>();
  const breakers = createBreakers();
  let sending = 0;
  let after: QueuePosition | null = null;

  /** The slot is free as soon as the response arrives, so the time to store it does not reduce throughput. */
  function free(): number {
    return Math.min(concurrency - sending, 2 * concurrency - underWay.size);
  }

  function count(tenantId: string, change: 1 | -1): void {
    sending += change;
    const ofTenant = (sendingOf.get(tenantId) ?? 0) + change;
    if (ofTenant === 0) sendingOf.delete(tenantId);
    else sendingOf.set(tenantId, ofTenant);
  }

  async function make(attempt: DueAttempt): Promise<MadeAttempt> {
    if (attempt.request === null) {
      const outcome = { type: 'failed', reason: 'signing_failed' } as const;
      return { attempt, outcome, finishedAt: clock.now() };
    }
    const { tenantId } = attempt.delivery;
    count(tenantId, 1);
    const outcome = await sender.send(attempt.request).catch(failedToSend);
    count(tenantId, -1);
    options.onAnswer();
    return { attempt, outcome, finishedAt: clock.now() };
  }

  async function makeAndStore(attempt: DueAttempt): Promise<void> {
    const made = await make(attempt);
    const decision = await writer.write(made);
    if (decision === null) return;
    metrics.attempted(measure(made, decision));
    if (circuitBreaker && attempt.request !== null) await countOutcome(made, decision);
  }

  async function countOutcome(
    { attempt: { delivery }, finishedAt }: MadeAttempt,
    { status }: AttemptDecision,
  ): Promise<void> {
    const subscriber = { tenantId: delivery.tenantId, subscriberId: delivery.subscriber.id };
    const pauseUntil = breakers.record(subscriber, status !== 'delivered', finishedAt);
    if (pauseUntil === null) return;
    try {
      await outbox.pause(subscriber, pauseUntil);
      logger.info(subscriber, 'a subscriber that mostly fails is paused');
    } catch (thrown) {
      logger.warn({ ...subscriber, reason: reasonOf(thrown) }, 'a subscriber cannot be paused');
    }
  }

  function run(attempt: DueAttempt): void {
    const stored = makeAndStore(attempt).finally(() => {
      underWay.delete(stored);
      options.onStored();
    });
    underWay.add(stored);
  }

  return {
    free,
    async begin() {
      const limit = free();
      const asked = clock.now();
      const claimed = await outbox.claim({
        ...{ owner, limit, perSubscriber, perSecond, after },
        underWay: Object.fromEntries(sendingOf),
      });
      metrics.claimed(claimed.attempts.length, clock.now().getTime() - asked.getTime());
      after = claimed.after;
      claimed.attempts.forEach(run);
      const { length } = claimed.attempts;
      return { count: length, hasMore: length === limit || after !== null };
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function measure(
  { attempt: { delivery, startedAt }, outcome, finishedAt }: MadeAttempt,
  { status }: AttemptDecision,
): AttemptMeasurement {
  return {
    result: status === 'pending' ? 'retried' : status,
    statusCode: outcome.type === 'answered' ? outcome.status : null,
    failure: outcome.type === 'failed' ? outcome.reason : null,
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    lagMs: startedAt.getTime() - delivery.dueAt.getTime(),
  };
}

/** A sender of the host's own may reject, which costs one attempt and no slot. */
function failedToSend(thrown: unknown): WebhookOutcome {
  return { type: 'failed', reason: 'connection_failed', why: reasonOf(thrown) };
}
