import type { Result } from 'neverthrow';
import type { PreparedEvent, StoredEvent } from '../events/new-event.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { ClaimedDelivery } from '../webhooks/claimed-delivery.js';
import type { Attempt, Delivery, DeliveryStatus } from '../webhooks/delivery.js';
import type { ExhaustedDelivery } from '../webhooks/exhausted-event.js';
import type { FailingSubscriber } from '../webhooks/failing-subscriber.js';
import type { FinishedAttempt } from '../webhooks/finished-attempt.js';
import type { TenantShares } from '../webhooks/share-slots.js';
import type { Subscriber } from '../webhooks/subscriber.js';
import type { Stores, UnitOfWorkScope } from './stores.js';

/**
 * Stores the subscribers of a tenant's events, their pending deliveries, and the delivery log. An adapter
 * that carries webhooks has it as `webhooks` of its `Storage`, over the same database, and passes
 * `webhookStorageContract` of `@stepward/storage-contract`. It dispatches what {@link EventStore.append} appended: a
 * claim does, and so does whatever reads events or deliveries, so that a host sees them without a worker. A unit of work may
 * leave a part of a very long backlog, and what another one is dispatching.
 */
export interface WebhookStorage {
  /**
   * The same unit of work as `Storage.run`, with the stores of webhooks beside the others: an entry of the audit log,
   * an event and the subscriber that they are about commit together.
   */
  run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>>;

  /** The deliveries of all tenants, for workers. */
  readonly queue: DeliveryQueue;

  /**
   * Deletes, over all tenants, the deliveries that ended at that time or before, with their attempts. Correctness does
   * not depend on it.
   */
  purge(endedUntil: Date): Promise<void>;
}

/** The stores of one unit of work where the adapter carries webhooks, bound to its tenant. */
export interface WebhookStores extends Stores {
  readonly subscribers: SubscriberStore;
  readonly deliveries: DeliveryStore;
}

/**
 * The tenant's subscribers. Whatever changes one dispatches the tenant's committed events first, so that the change
 * counts for what is committed after it. Services change them under the lock `subscribers`, one after the other.
 */
export interface SubscriberStore {
  find(subscriberId: string): Promise<Subscriber | null>;
  /** Newest first; those of the same time by id. */
  list(page: PageRequest): Promise<Page<Subscriber>>;
  count(): Promise<number>;
  insert(subscriber: Subscriber): Promise<void>;
  /**
   * Stores all of it but `id` and `createdAt`. `failingSince` can only be cleared, for the queue may have
   * changed it since the subscriber was read. An unknown subscriber is ignored.
   */
  update(subscriber: Subscriber): Promise<void>;
  /** Its deliveries stay in the log's tables until they are purged, but are no longer returned. */
  delete(subscriberId: string): Promise<void>;
}

/** Which deliveries of a subscriber to list or replay; null does not filter. */
export interface DeliveryFilter {
  readonly status: DeliveryStatus | null;
  /** Created from this time on. */
  readonly since: Date | null;
  /** Created before this time. */
  readonly until: Date | null;
}

/** What to replay. */
export interface ReplayRequest {
  readonly subscriberId: string;
  readonly filter: DeliveryFilter;
  /** When the new deliveries are due. */
  readonly now: Date;
  /**
   * How many deliveries are replayed, the oldest first. Those that were created in the same millisecond as
   * the last of them are replayed as well, so that the next replay can begin after that millisecond.
   */
  readonly limit: number;
}

/** The deliveries of the tenant's subscribers. */
export interface DeliveryStore {
  /** A delivery of that subscriber, or null. */
  find(subscriberId: string, deliveryId: string): Promise<Delivery | null>;
  /** A subscriber's deliveries, newest first; those of the same time by id. */
  list(subscriberId: string, filter: DeliveryFilter, page: PageRequest): Promise<Page<Delivery>>;
  /** A delivery's attempts by number. */
  attempts(deliveryId: string): Promise<readonly Attempt[]>;
  /**
   * Stores a pending delivery of an event that is there, whatever the subscriber's filter says. Returns false if the
   * tenant has no such event, or the event was purged. It queues with the retries, behind first attempts. Its id is a
   * time-ordered UUID of its creation time, by which storage may sort it.
   */
  insert(delivery: Delivery): Promise<boolean>;
  /**
   * Stores an event with a new id, past the outbox, and a pending delivery of it, as {@link insert} does. No other
   * subscriber gets the event. Both are there at once, whatever waits in the outbox.
   */
  insertWithEvent(delivery: Delivery, event: StoredEvent): Promise<void>;
  /**
   * Makes one new delivery for each event that a delivery of the filter belongs to, where the event is
   * still there and no delivery of it is pending. Returns how many, and from which creation time on
   * there are more; null where that was all.
   */
  replay(request: ReplayRequest): Promise<{ readonly count: number; readonly more: Date | null }>;
}

/**
 * The deliveries of all tenants, as workers see them. Any number of workers on any number of machines
 * may use one queue; each call is a transaction of its own.
 */
export interface DeliveryQueue {
  /**
   * Dispatches events: makes the deliveries of those that were appended, a bounded number of each tenant's. Then
   * leases due deliveries to the owner: first attempts before retries and replays, the longest waiting first. When a
   * lease ends, its delivery is due again, so that nothing is stuck with a worker that died;
   * the lost attempt is then logged as `interrupted`, and counts.
   *
   * The slots are shared by tenant, as `tenants` says: of those that have some due, the one with the fewest
   * under way comes first. Each of its subscribers has a share of what falls to the tenant: where three or
   * more have some due, a claim may take of each no more than twice an equal share, and so fewer than the
   * limit in all.
   *
   * At no time are more than `perSubscriber` deliveries of one subscriber leased, over all workers; those of a claim whose
   * answer was lost need not count. Claims do not wait
   * for each other: a subscriber that another claim is looking at may be passed over. Due
   * deliveries of a subscriber that is disabled or gone become `skipped`, and are not given out.
   *
   * It looks at a bounded number of subscribers, going round: `after` of the answer goes into the next
   * request, and is null once all were looked at, and as many events dispatched as the owner has slots for.
   */
  claim(request: ClaimRequest): Promise<ClaimedBatch>;

  /**
   * Records attempts: the log's entry, the new state of the delivery, its event, and how long its subscriber has
   * failed, in one transaction. If the lease has passed to another worker, or another attempt has begun, only the log
   * changes. A success also resets the failures in the same batch, and ends what `pause` began.
   *
   * @returns the subscribers of failed attempts, as they now stand
   */
  finish(attempts: readonly FinishedAttempt[]): Promise<readonly FailingSubscriber[]>;

  /**
   * Leases nothing more of a subscriber before that time, by any worker. What is leased goes on, and no attempt is
   * counted. From that time on one is leased at a time, until a recorded attempt has succeeded. An earlier time than the
   * last does not shorten the pause; an unknown subscriber is ignored.
   */
  pause(subscriber: QueuePosition, until: Date): Promise<void>;

  /**
   * Milliseconds for which the longest waiting delivery has been due, or the longest waiting event has not been
   * dispatched; 0 if nothing waits.
   */
  queueLag(now: Date): Promise<number>;
}

export interface ClaimRequest {
  /**
   * The worker that claims; each has a name of its own. Its claims and its results go through the same object, which may
   * keep count of what it has leased.
   */
  readonly owner: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Deliveries to take at most. */
  readonly limit: number;
  /** Deliveries of one subscriber leased at most, over all owners. */
  readonly perSubscriber: number;
  /**
   * Deliveries of one subscriber leased in a second at most, over all owners; null for no limit. A claim that leases
   * some pauses the subscriber for as long as they take at that rate.
   */
  readonly perSecond: number | null;
  /**
   * Attempts of one delivery at most, 1 or more. A due delivery that has had as many, because the lease of
   * its last one was lost or more were allowed before, becomes `exhausted` and is not given out.
   */
  readonly maxAttempts: number;
  /** The event to append with a delivery that becomes `exhausted`, from `exhaustedEvent`; null for none. */
  readonly exhaustedEvent: (tenantId: string, delivery: ExhaustedDelivery) => PreparedEvent | null;
  /** What the owner's tenants may take of its slots. */
  readonly tenants: TenantShares;
  /** `after` of the previous claim; null at first. */
  readonly after: QueuePosition | null;
}

/** A place among the subscribers. */
export interface QueuePosition {
  readonly tenantId: string;
  readonly subscriberId: string;
}

export interface ClaimedBatch {
  readonly deliveries: readonly ClaimedDelivery[];
  readonly after: QueuePosition | null;
}
