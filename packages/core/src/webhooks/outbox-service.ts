import { hash } from 'node:crypto';
import type { Clock, Logger } from '../ports/platform.js';
import type { DeliveryQueue, Fence, QueueState } from '../ports/delivery-queue.js';
import type { EventRegistry } from '../events/catalogue/event-registry.js';
import { addMs, minutes } from '../shared/duration.js';
import { oncePerMinute } from '../shared/once-per-minute.js';
import { failingLine, goneLine, resultLines, type DeliveryLogLine } from './delivery-log-lines.js';
import { exhaustedEvent, type TellExhausted } from './exhausted-event.js';
import type { AttemptResult, DueAttempt, DueCall, OverDelivery } from './attempts/attempt.js';
import {
  finishedAttempt,
  finishedWithoutAttempt,
  type DeliveryState,
} from './attempts/finished-delivery.js';
import { createAttemptOpener } from './attempts/open-attempt.js';
import type { Handler } from './handlers/handler.js';
import type { PendingDelivery } from './pending-delivery.js';
import { isSuccess, recordAttempt } from './attempts/record-attempt.js';
import { DEFAULT_RETRY_DELAYS_MS } from './attempts/retry-schedule.js';
import {
  subscriberActions,
  type GoneAnswer,
  type SubscriberAction,
} from './subscribers/subscriber-action.js';
import {
  disableAutomatically,
  noticeFailing,
  type DisablingWiring,
} from './subscribers/disabling-service.js';
import type { WebhookOptions } from './subscribers/subscriber-service.js';

/** The queue for a delivery worker. `createDeliveryWorker` of `@stepward/webhooks` drives it. */
export interface OutboxService {
  /** Whether `createStepward` was given the option `webhooks` or `notices`: a worker has something to do. */
  readonly isConfigured: boolean;
  /** The handlers that Stepward itself brings, of each worker. */
  readonly handlers: readonly Handler[];
  /** Whether a text can stand among the `events` of a handler. */
  isPattern(text: string): boolean;
  /**
   * The outbox of each database, by its name, where tenants are spread over several: a worker drives each of them. This one
   * then only measures and purges. Null where there is one database.
   */
  readonly databases: ReadonlyMap<string, OutboxService> | null;
  /** The shards, and what waits in them. */
  readonly queue: DeliveryQueue;
  /**
   * Reads what the attempts of these deliveries send, and signs it. Answers in their order; what is `over` goes to
   * {@link OutboxService.finish} as it is. Null for a delivery that has ended meanwhile, or that waits for another
   * attempt.
   *
   * @param now when the attempts start, as the schedule was told: a subscriber is paused for both or for none
   */
  open(
    deliveries: readonly PendingDelivery[],
    now: Date,
  ): Promise<readonly (DueAttempt | DueCall | OverDelivery | null)[]>;
  /**
   * Stores the results of attempts, and deliveries that are over without one. The same results may be stored again. Until its
   * actions are done, no subscriber that keeps failing is reported or disabled.
   */
  finish(fence: Fence, results: readonly AttemptResult[]): Promise<RecordedResults>;
  /** Disables or reports a subscriber, if the cause still applies. It may wait for a lock, so it is no part of `finish`. */
  act(action: SubscriberAction): Promise<void>;
  /**
   * Milliseconds for which the longest waiting event or delivery has waited, 0 if nothing is due; and the handlers that
   * storage knows, also those that no process has any more.
   *
   * @param what `counts` to count what waits as well, each number up to 10,000; false. It reads up to that many rows, so ask in one
   * process, and not with each request. A tenant is late from a minute on.
   */
  queueState(what?: { readonly counts?: boolean }): Promise<QueueState>;
  /** Deletes expired data, and reminds of enrolments: see `Stepward.purge`. */
  purge(): Promise<void>;
}

/** Milliseconds after which what is due is late. */
export const LATE_MS: number = minutes(1);

/** Counting stops here, because a long queue would be read as a whole. */
const MAX_COUNT = 10_000;

/** Results that have been recorded. */
export interface RecordedResults {
  /** The new state of each delivery, in the order of the results; null where it was not stored (see `FinishOutcome.stored`). */
  readonly states: readonly (DeliveryState | null)[];
  /** What is to be done about the subscribers that failed, by `OutboxService.act`. */
  readonly actions: readonly SubscriberAction[];
  /** The deliveries that came due, because the one before them of their ordering key ended. */
  readonly freed: readonly PendingDelivery[];
  /** Shards that the worker does not own any more: nothing was stored for them. */
  readonly lost: readonly number[];
}

export interface OutboxWiring extends DisablingWiring {
  readonly queue: DeliveryQueue;
  readonly logger: Logger;
  readonly webhooks: WebhookOptions | null;
  readonly handlers: readonly Handler[];
  readonly eventRegistry: Pick<EventRegistry, 'isPattern' | 'find'>;
  /** As `purge` of `Stepward`, without its warning. */
  readonly purge: () => Promise<void>;
  readonly databases: OutboxService['databases'];
}

export function createOutboxService(wiring: OutboxWiring): OutboxService {
  const { queue, clock, random, logger, webhooks, handlers, eventRegistry } = wiring;
  const { purge, databases } = wiring;
  const delaysMs = webhooks?.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
  const log = ({ level, fields, message }: DeliveryLogLine): void => logger[level](fields, message);
  const tellExhausted: TellExhausted = (delivery, now) =>
    exhaustedEvent(delivery, { id: random.uuid(), now });

  return {
    isConfigured: webhooks !== null || handlers.length > 0,
    handlers,
    isPattern: (text) => eventRegistry.isPattern(text),
    databases,
    queue,

    async open(deliveries, now) {
      const maxAttempts = delaysMs.length + 1;
      const read = await queue.open(deliveries);
      const open = createAttemptOpener(
        { webhooks, maxAttempts, tellExhausted, eventRegistry },
        now,
      );
      return deliveries.map((delivery, index) => open(delivery, read[index] ?? null));
    },

    finish: createResultRecorder({
      ...{ queue, clock, delaysMs, tellExhausted, log },
      hasSigningKeys: webhooks?.signing !== undefined,
    }),

    async act(action) {
      switch (action.type) {
        case 'disable_gone': {
          const cause = { reason: 'gone', url: action.url } as const;
          if (await disableAutomatically(wiring, action, cause)) log(goneLine(action));
          return;
        }
        case 'disable_failing': {
          const cause = { reason: 'failing' } as const;
          if (await disableAutomatically(wiring, action, cause)) log(failingLine(action));
          return;
        }
        case 'notice_failing':
          await noticeFailing(wiring, action);
      }
    },

    queueState({ counts = false } = {}) {
      const now = clock.now();
      return queue.queueState(
        now,
        counts ? { lateBefore: addMs(now, -LATE_MS), limit: MAX_COUNT } : null,
      );
    },
    purge,
  };
}

interface ResultRecorderOptions {
  readonly queue: Pick<DeliveryQueue, 'finish'>;
  readonly clock: Clock;
  /** See `RetrySchedule`. */
  readonly delaysMs: readonly number[];
  readonly tellExhausted: TellExhausted;
  readonly log: (line: DeliveryLogLine) => void;
  readonly hasSigningKeys: boolean;
}

/** Returns what decides the results of attempts, stores them and logs what was stored. */
function createResultRecorder(
  options: ResultRecorderOptions,
): (fence: Fence, results: readonly AttemptResult[]) => Promise<RecordedResults> {
  const { queue, clock, delaysMs, tellExhausted, log, hasSigningKeys } = options;
  const mayWarnOf = {
    refused: oncePerMinute(clock),
    exhausted: oncePerMinute(clock),
    handler: oncePerMinute(clock),
    version: oncePerMinute(clock),
  };

  function decide(result: AttemptResult) {
    if (result.type === 'over') {
      return { result, finished: finishedWithoutAttempt(result), isGone: false };
    }
    const { delivery, event, number: attempts, outcome, finishedAt } = result;
    // A success asks for no jitter, which takes longer than the rest of the decision.
    const jitter = isSuccess(outcome) ? 0 : jitterOf(delivery.deliveryId, attempts);
    const { expiresAt } = event;
    const decision = recordAttempt(attempts, outcome, finishedAt, { delaysMs, jitter, expiresAt });
    const told =
      decision.status === 'exhausted'
        ? tellExhausted({ ...delivery, eventType: event.type, attempts }, finishedAt)
        : null;
    const isGone = decision.status !== 'pending' && decision.isSubscriberGone;
    return { result, finished: finishedAttempt(result, decision, told), isGone };
  }

  return async (fence, results) => {
    const decided = results.map(decide);
    const finished = decided.map((each) => each.finished);
    const { stored, failing, freed, lost } = await queue.finish(fence, finished);
    const ours = decided.filter(({ finished: { shard } }) => !lost.includes(shard));
    for (const { result, finished } of ours) {
      const { status } = finished.next;
      if (status !== 'delivered') {
        resultLines(result, status, mayWarnOf, hasSigningKeys).forEach(log);
      }
    }
    const gone = ours.flatMap(({ result, isGone }) => (isGone ? goneAnswer(result) : []));
    return {
      states: finished.map(({ next }, index) => (stored[index] === true ? next : null)),
      actions: subscriberActions(gone, failing, clock.now()),
      freed,
      lost,
    };
  };
}

function goneAnswer(result: AttemptResult): readonly GoneAnswer[] {
  if (result.type !== 'made' || result.outcome.type !== 'answered') return [];
  const { delivery, subscriber, outcome } = result;
  return [{ delivery, url: subscriber.url, statusCode: outcome.status }];
}

/** From 0 to 1, by the attempt: the retries of one event are spread. */
function jitterOf(deliveryId: string, attempt: number): number {
  return hash('sha256', `${deliveryId} ${String(attempt)}`, 'buffer').readUInt32BE() / 2 ** 32;
}
