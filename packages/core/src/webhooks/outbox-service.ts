import type { Clock } from '../ports/clock.js';
import type { DeliveryQueue, Fence } from '../ports/delivery-queue.js';
import type { Logger } from '../ports/logger.js';
import type { Random } from '../ports/random.js';
import type { WebhookStorage } from '../ports/webhook-storage.js';
import { createAttemptOpener } from './attempt-opener.js';
import { failingLine, goneLine, type DeliveryLogLine } from './delivery-log-lines.js';
import { exhaustedEvent, type TellExhausted } from './exhausted-event.js';
import type { MadeAttempt } from './finished-delivery.js';
import type { OpenedAttempt, OverDelivery } from './open-attempt.js';
import type { PendingDelivery } from './pending-delivery.js';
import { createResultRecorder, type RecordedResults } from './result-recorder.js';
import { DEFAULT_RETRY_DELAYS_MS } from './retry-schedule.js';
import type { SubscriberAction } from './subscriber-action.js';
import type { SubscriberService, WebhookOptions } from './subscriber-service.js';

/** The queue for a delivery worker. `createDeliveryWorker` of `@stepward/webhooks` drives it. */
export interface OutboxService {
  /** Whether `createStepward` was given the option `webhooks`, without which nothing can be sent. */
  readonly isConfigured: boolean;
  /** The shards, and what waits in them. */
  readonly queue: DeliveryQueue;
  /**
   * Reads what the attempts of these deliveries send, and signs it now. Answers in their order; what is `over` goes to
   * {@link OutboxService.finish} as it is.
   *
   * @throws TypeError where webhooks are not configured.
   */
  open(deliveries: readonly PendingDelivery[]): Promise<readonly OpenedAttempt[]>;
  /**
   * Stores the results of attempts, and deliveries that are over without one. The same results may be stored again. Until its
   * actions are done, no subscriber that keeps failing is reported or disabled.
   */
  finish(fence: Fence, results: readonly (MadeAttempt | OverDelivery)[]): Promise<RecordedResults>;
  /** Disables or reports a subscriber, if the cause still applies. It may wait for a lock, so it is no part of `finish`. */
  act(action: SubscriberAction): Promise<void>;
  /** Milliseconds for which the longest waiting event or delivery has waited; 0 if nothing is due. */
  queueLag(): Promise<number>;
  /** Deletes expired data; see `Storage.purge`. */
  purge(): Promise<void>;
}

export interface OutboxServiceOptions {
  readonly storage: WebhookStorage;
  readonly subscribers: SubscriberService;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly webhooks: WebhookOptions | null;
  /** Deletes expired data in all of storage. */
  readonly purge: () => Promise<void>;
}

export function createOutboxService(options: OutboxServiceOptions): OutboxService {
  const { storage, subscribers, clock, random, logger, webhooks, purge } = options;
  const { queue } = storage;
  const delaysMs = webhooks?.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
  const log = ({ level, fields, message }: DeliveryLogLine): void => logger[level](fields, message);
  const tellExhausted: TellExhausted = (delivery, now) =>
    exhaustedEvent(delivery, { id: random.uuid(), now });

  return {
    isConfigured: webhooks !== null,
    queue,

    async open(deliveries) {
      if (webhooks === null) throw new TypeError('createStepward was given no webhooks option');
      const maxAttempts = delaysMs.length + 1;
      const read = await queue.open(deliveries);
      const open = createAttemptOpener({ webhooks, maxAttempts, tellExhausted, log }, clock.now());
      return deliveries.map((delivery, index) => open(delivery, read[index] ?? null));
    },

    finish: createResultRecorder({ queue, clock, random, delaysMs, tellExhausted, log }),

    async act(action) {
      switch (action.type) {
        case 'disable_gone': {
          const cause = { reason: 'gone', url: action.url } as const;
          if (await subscribers.disable(action, cause)) log(goneLine(action));
          return;
        }
        case 'disable_failing': {
          const isDisabled = await subscribers.disable(action, { reason: 'failing' });
          if (isDisabled) log(failingLine(action));
          return;
        }
        case 'notice_failing':
          await subscribers.noticeFailing(action);
      }
    },

    queueLag: () => queue.queueLag(clock.now()),
    purge,
  };
}
