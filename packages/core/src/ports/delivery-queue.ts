import type { ClaimedDelivery } from '../webhooks/claimed-delivery.js';
import type { TenantShares } from '../webhooks/share-slots.js';
import type { AttemptDecision, AttemptOutcome } from '../webhooks/record-attempt.js';

/**
 * The deliveries of all tenants, as workers see them. Any number of workers on any number of machines
 * may use one queue; each call is a transaction of its own.
 */
export interface DeliveryQueue {
  /**
   * Leases due deliveries to the owner: first attempts before retries and replays, the longest waiting
   * first. When a lease ends, its delivery is due again, so that nothing is stuck with a worker that died;
   * the lost attempt is then logged as `interrupted`, and counts.
   *
   * The slots are shared by tenant, as `tenants` says: of those that have some due, the one with the fewest
   * under way comes first. Each of its subscribers has a share of what falls to the tenant: where three or
   * more have some due, a claim may take of each no more than twice an equal share, and so fewer than the
   * limit in all.
   *
   * At no time are more than `perSubscriber` deliveries of one subscriber leased, over all workers. Due
   * deliveries of a subscriber that is disabled or gone become `skipped`, and are not given out.
   *
   * It looks at a bounded number of subscribers, going round: `after` of the answer goes into the next
   * request, and is null once all were looked at.
   */
  claim(request: ClaimRequest): Promise<ClaimedBatch>;

  /**
   * Records attempts: the log's entry, what the delivery turns into, and for how long its subscriber
   * has failed, all at once. Where the lease has passed to another the log is all that changes. Whatever turns
   * a delivery into `exhausted`, this or a claim, appends what `exhaustedEvent` makes of it.
   *
   * @returns the subscribers of failed attempts, as they now stand
   */
  finish(attempts: readonly FinishedAttempt[]): Promise<readonly FailingSubscriber[]>;

  /** Milliseconds for which the longest waiting delivery has been due; 0 where none is due. */
  queueLag(now: Date): Promise<number>;
}

export interface ClaimRequest {
  /** Who asks; one name for each worker process. */
  readonly owner: string;
  readonly now: Date;
  readonly leaseUntil: Date;
  /** Deliveries to take at most. */
  readonly limit: number;
  /** Deliveries of one subscriber leased at most, over all owners. */
  readonly perSubscriber: number;
  /**
   * Attempts of one delivery at most, 1 or more. A due delivery that has had as many, because the lease of
   * its last one was lost or more were allowed before, becomes `exhausted` and is not given out.
   */
  readonly maxAttempts: number;
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

/** What became of a claimed delivery's attempt. */
export interface FinishedAttempt {
  readonly tenantId: string;
  readonly deliveryId: string;
  readonly subscriberId: string;
  readonly owner: string;
  readonly attempt: number;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** Its body, where there is one, has at most 16,384 characters, none of them zero. */
  readonly outcome: AttemptOutcome;
  readonly decision: AttemptDecision;
}

export interface FailingSubscriber {
  readonly tenantId: string;
  readonly subscriberId: string;
  /** When the first of the failures began that no success has followed. */
  readonly failingSince: Date;
  /** The subscriber's own, as it is stored. */
  readonly failingNoticedAt: Date | null;
}
