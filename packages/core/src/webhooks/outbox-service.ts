import type { Clock } from '../ports/clock.js';
import type { QueuePosition, WebhookStorage } from '../ports/webhook-storage.js';
import type { Logger } from '../ports/logger.js';
import type { Random } from '../ports/random.js';
import type { PreparedEvent } from '../events/new-event.js';
import { addMs } from '../shared/duration.js';
import type { KeyRing } from '../shared/key-ring.js';
import { oncePerMinute } from '../shared/once-per-minute.js';
import { ATTEMPT_LEASE_MS, ATTEMPT_TIMEOUT_MS } from './attempt-time.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import {
  attemptLines,
  failingLine,
  goneLine,
  lostDeliveryLine,
  unopenedLine,
  type DeliveryLogLine,
} from './delivery-log-lines.js';
import { exhaustedEvent, type ExhaustedDelivery } from './exhausted-event.js';
import { finishedAttempt } from './finished-attempt.js';
import { recordAttempt, type AttemptDecision, type AttemptOutcome } from './record-attempt.js';
import { renderRequest, type RequestStyle } from './render-request.js';
import { DEFAULT_RETRY_DELAYS_MS, type RetrySchedule } from './retry-schedule.js';
import { PER_FREE_SLOT } from './share-slots.js';
import { openLiveSecrets } from './signing-secret.js';
import { subscriberActions, type SubscriberAction } from './subscriber-action.js';
import type { SubscriberService, WebhookOptions } from './subscriber-service.js';
import type { WebhookRequest } from './webhook-request.js';

const DEFAULT_SOURCE = 'stepward';

/** An attempt to make now. */
export interface DueAttempt {
  readonly delivery: ClaimedDelivery;
  /** Null if no key decrypts the subscriber's secrets, so that nothing can be sent. */
  readonly request: WebhookRequest | null;
  readonly startedAt: Date;
  /** When another worker may make the attempt again. */
  readonly leaseUntil: Date;
}

/** A finished attempt. */
export interface MadeAttempt {
  readonly attempt: DueAttempt;
  readonly outcome: AttemptOutcome;
  readonly finishedAt: Date;
}

/** Attempts that have been recorded. */
export interface RecordedAttempts {
  /** The new state of each delivery, in the order of the attempts. */
  readonly decisions: readonly AttemptDecision[];
  /** What is to be done about the subscribers that failed, by {@link OutboxService.act}. */
  readonly actions: readonly SubscriberAction[];
}

export interface OutboxClaim {
  /** The worker's name; one for each process. */
  readonly owner: string;
  /** The worker's free slots. One tenant alone may take up to three quarters of its slots. */
  readonly limit: number;
  /** Attempts to one subscriber at once at most, over all workers. */
  readonly perSubscriber: number;
  /** Attempts to one subscriber begun in a second at most, over all workers; null for no limit. */
  readonly perSecond: number | null;
  /** Attempts that each tenant has under way with this worker; a tenant that is missing has none. */
  readonly underWay: Readonly<Record<string, number>>;
  /** The cursor from the previous claim; null at first. */
  readonly after: QueuePosition | null;
}

/** The queue for a delivery worker. `createDeliveryWorker` of `@stepward/webhooks` drives it. */
export interface OutboxService {
  /** Whether `createStepward` was given the option `webhooks`, without which nothing can be claimed. */
  readonly isConfigured: boolean;
  /** Claims due attempts, each with its timestamped and signed request. */
  claim(
    claim: OutboxClaim,
  ): Promise<{ readonly attempts: readonly DueAttempt[]; readonly after: QueuePosition | null }>;
  /** Records attempts. Until its actions are done, no subscriber that keeps failing is reported or disabled. */
  finish(owner: string, made: readonly MadeAttempt[]): Promise<RecordedAttempts>;
  /**
   * Disables or reports a subscriber, if the cause still applies. It may wait for locks and dispatch thousands of
   * deliveries, so it is no part of `finish`.
   */
  act(action: SubscriberAction): Promise<void>;
  /** Begins no attempt to a subscriber before that time, and then one at a time until one succeeds, whichever worker claims. */
  pause(subscriber: QueuePosition, until: Date): Promise<void>;
  /** Milliseconds for which the longest waiting delivery has been due; 0 if no delivery is due. */
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
  const retryDelaysMs = webhooks?.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
  const { queue } = storage;
  const mayWarnOf = { refused: oncePerMinute(clock), exhausted: oncePerMinute(clock) };

  const log = ({ level, fields, message }: DeliveryLogLine): void => logger[level](fields, message);

  const tellExhausted = (
    tenantId: string,
    delivery: ExhaustedDelivery,
    now: Date,
  ): PreparedEvent | null => exhaustedEvent(tenantId, delivery, { id: random.uuid(), now });

  function eventOf(
    { tenantId, deliveryId: id, subscriber, event, attempt }: ClaimedDelivery,
    { decision, finishedAt }: Pick<DecidedAttempt, 'decision' | 'finishedAt'>,
  ): PreparedEvent | null {
    if (decision.status !== 'exhausted') return null;
    const exhausted = { id, subscriberId: subscriber.id, eventType: event.type, attempts: attempt };
    return tellExhausted(tenantId, exhausted, finishedAt);
  }

  return {
    isConfigured: webhooks !== null,

    async claim({ owner, limit, perSubscriber, perSecond, underWay, after }) {
      if (webhooks === null) throw new TypeError('createStepward was given no webhooks option');
      const now = clock.now();
      const leaseUntil = addMs(now, ATTEMPT_LEASE_MS);
      const maxAttempts = retryDelaysMs.length + 1;
      const tenants = { underWay, free: limit, perFreeSlot: PER_FREE_SLOT };
      const lost: (readonly [string, ExhaustedDelivery])[] = [];
      const batch = await queue.claim({
        ...{ owner, now, leaseUntil, limit, perSubscriber, perSecond, maxAttempts, tenants, after },
        exhaustedEvent(tenantId, delivery) {
          lost.push([tenantId, delivery]);
          return tellExhausted(tenantId, delivery, now);
        },
      });
      for (const each of lost) log(lostDeliveryLine(...each, mayWarnOf));
      const secretsOf = createSecretsOpener(webhooks.keys, now);
      const style = requestStyle(webhooks);
      const attempts = batch.deliveries.map((delivery): DueAttempt => {
        const secrets = secretsOf(delivery);
        if (secrets === null) log(unopenedLine(delivery));
        const request = secrets && renderRequest(delivery, secrets, style, now);
        return { delivery, request, startedAt: now, leaseUntil };
      });
      return { attempts, after: batch.after };
    },

    async finish(owner, made) {
      const decided = made.map((each) =>
        decide(each, { delaysMs: retryDelaysMs, jitter: drawJitter(random) }),
      );
      const finished = decided.map(({ attempt: { delivery, startedAt }, ...ended }) =>
        finishedAttempt(delivery, { ...ended, owner, startedAt, event: eventOf(delivery, ended) }),
      );
      const failing = await queue.finish(finished);
      for (const { attempt, outcome, decision } of decided) {
        attemptLines(attempt.delivery, outcome, decision.status, mayWarnOf).forEach(log);
      }
      return {
        decisions: decided.map(({ decision }) => decision),
        actions: subscriberActions(
          decided.map(({ attempt: { delivery }, decision }) => ({ delivery, decision })),
          failing,
          clock.now(),
        ),
      };
    },

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

    pause: (subscriber, until) => queue.pause(subscriber, until),
    queueLag: () => queue.queueLag(clock.now()),
    purge,
  };
}

function requestStyle({
  source = DEFAULT_SOURCE,
  standardWebhooks = true,
}: WebhookOptions): RequestStyle {
  return { source, standardWebhooks, timeoutMs: ATTEMPT_TIMEOUT_MS };
}

/**
 * Opens the secrets of each subscriber once, for the deliveries of one claim: opening them takes longer
 * than signing with them.
 */
function createSecretsOpener(
  keys: KeyRing,
  now: Date,
): (delivery: ClaimedDelivery) => readonly string[] | null {
  const opened = new Map<string, readonly string[] | null>();
  return ({ tenantId, subscriber }) => {
    // An id is a UUID, so no two subscribers have one name.
    const name = `${subscriber.id} ${tenantId}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const owner = { tenantId, subscriberId: subscriber.id };
    const secrets = openLiveSecrets(keys, owner, subscriber.secrets, now);
    opened.set(name, secrets);
    return secrets;
  };
}

/** The number of steps of the random jitter. */
const JITTER_STEPS = 1_000;

interface DecidedAttempt extends MadeAttempt {
  readonly decision: AttemptDecision;
}

function drawJitter(random: Random): number {
  return random.integer(JITTER_STEPS) / JITTER_STEPS;
}

function decide(made: MadeAttempt, schedule: RetrySchedule): DecidedAttempt {
  const { attempt, outcome, finishedAt } = made;
  const decision = recordAttempt(attempt.delivery.attempt, outcome, finishedAt, schedule);
  return { ...made, decision };
}
