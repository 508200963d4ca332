import type { WaitingEvent } from '../webhooks/waiting-event.js';
import type { HandlerRegistration, KnownHandler } from '../webhooks/handlers/handler.js';
import type { FailingSubscriber } from '../webhooks/subscribers/failing-subscriber.js';
import type { FinishedDelivery } from '../webhooks/attempts/finished-delivery.js';
import type { OpenedDelivery } from '../webhooks/attempts/attempt.js';
import type {
  PendingDelivery,
  WaitingSubscriber,
  WindowRequest,
} from '../webhooks/pending-delivery.js';

/**
 * The outbox and the pending deliveries of all tenants, as workers see them. They are divided into 64 shards, and one more for
 * each handler of the host. Each has one owner at a time, who keeps what is due in memory and decides there what to send next.
 * Storage hands out the shards, reads, and stores results; it schedules nothing.
 *
 * Any number of workers on any number of machines may use one queue; each call is one transaction. What a worker writes
 * is fenced: storage accepts it only for the shards that the worker still owns in the epoch that it names.
 */
export interface DeliveryQueue {
  /**
   * Renews the worker's lease, and shares out the shards: the worker gives back those of `release`, and takes free ones up to its
   * fair share. A shard is free if nobody owns it, or its owner's lease has ended by storage's clock. Its epoch grows with
   * each new owner. A shard that its former owner is writing to is skipped until the next call. Shards that the worker gives
   * back are news to the others, and it takes none of them in the same call. A worker that stops gives back `all`, with a lease of 0.
   *
   * Stores the worker's handlers first, so that what is dispatched from then on has deliveries for them. Each has a shard
   * by itself, by `handlerShard`, which only a worker with that handler takes, beside its share. A handler's events are
   * those that were told last.
   */
  hold(request: HoldRequest): Promise<HeldShards>;

  /**
   * Returns what was committed for these shards since the cursor. A reader that goes from cursor to cursor gets everything once,
   * however long the transaction took that wrote it. `arrived` is null where that is not known, or where more than `limit` events, or
   * deliveries, have arrived, in these shards or in others; then read `waiting` from its beginning. This bounds what the events of
   * one tenant cost all others.
   */
  arrivals(
    shards: readonly number[],
    after: ArrivalCursor | null,
    limit: number,
  ): Promise<Arrivals>;

  /**
   * All that waits in these shards, page by page: the first event of each tenant that has some in the outbox, then each
   * subscriber that has pending deliveries. A page has `limit` of them at most, and may have fewer, or none, before the
   * last one. The shards may be fewer with each page.
   *
   * @param after `next` of the page before; null for the first page
   */
  waiting(
    shards: readonly number[],
    after: WaitingPlace | null,
    limit: number,
  ): Promise<WaitingPage>;

  /** The next pending deliveries of each window, the earliest due first. */
  load(windows: readonly WindowRequest[]): Promise<readonly (readonly PendingDelivery[])[]>;

  /**
   * Makes the deliveries of the events that wait in the outbox, of each of these tenants from the time of one event on: the first
   * of each tenant, then the second; those of a tenant by their time, then by their arrival. Each subscriber that has one of an event's patterns in its filter, and
   * that existed when it was emitted, gets a delivery, under `firstDeliveryId`; `skipped` where the subscriber is disabled. `orderPlace` says
   * whether it waits for one before it: then it has no due time, and is in no other answer of the queue until it gets one. Each
   * known handler that has one of the patterns among its events gets a delivery too, when the event's dispatch begins. The
   * event moves from the outbox to the log. Of several events with one id of a tenant the first counts. An event with more subscribers
   * than the limit goes on where it stopped, though by another worker.
   *
   * @param from an event of each tenant; the event itself may have been dispatched meanwhile
   */
  dispatch(
    fence: Fence,
    from: readonly WaitingEvent[],
    limit: DispatchLimit,
  ): Promise<DispatchOutcome>;

  /**
   * What the attempts of these deliveries send, in their order; null for one that has ended, or that has another number of
   * attempts by now.
   */
  open(deliveries: readonly PendingDelivery[]): Promise<readonly (OpenedDelivery | null)[]>;

  /**
   * Stores the results of attempts, and the deliveries that end without one: the new state of each, its entry of the log, its
   * event, and how long its subscriber has failed, in one transaction. An attempt to a URL that the subscriber does not have any
   * more says nothing of it. Where an ordered delivery ends, the one of its ordering key with
   * the lowest sequence comes due, if it waits; where several of a key end, when the first of them ended. What the worker
   * does not own any more, and what has been stored before, changes nothing: a batch may be sent again if its answer was lost.
   */
  finish(fence: Fence, finished: readonly FinishedDelivery[]): Promise<FinishOutcome>;

  /**
   * How the queue stands. The lag in shards with an owner is what the owner has told by `hold`.
   *
   * @param counting what to count; null for nothing, which reads no rows of shards with an owner
   */
  queueState(now: Date, counting: QueueCounting | null): Promise<QueueState>;

  /**
   * Calls `onNews` when something may have arrived for the shards that the worker holds, or shards came free, in this process or another, and
   * `onLost` once where it can do so no longer. Null where storage cannot tell, or not over this connection; workers poll in any
   * case.
   */
  listen(
    worker: string,
    onNews: (news: QueueNews) => void,
    onLost: (reason: string) => void,
  ): Promise<Listening | null>;
}

export interface HoldRequest {
  /** The worker's name, new at each start; a UUID. */
  readonly worker: string;
  /** Milliseconds from now, by storage's clock, until others may take its shards; 0 ends its lease. */
  readonly leaseMs: number;
  /**
   * What it takes. `share`: free shards, up to its fair share. `free`: free shards, however many, while the others keep their
   * share; for a run that ends. `none`: it stops, and renews its lease for what is under way. Only those that take a share are
   * counted for the share of each.
   */
  readonly takes: 'share' | 'free' | 'none';
  /** Shards that it gives back: it has nothing under way in them. */
  readonly release: readonly number[] | 'all';
  /** When the longest waiting delivery that it knows became due, or its event was emitted; null for none. */
  readonly oldestDueAt: Date | null;
  /** The handlers of its process; none by default. */
  readonly handlers?: readonly HandlerRegistration[];
}

export interface HeldShards {
  readonly owned: readonly OwnedShard[];
  /**
   * Shards of subscribers that the worker may own; it gives back what is more. 64 divided by the living workers that take a
   * share; of what is left over, the first of them by name have one more. 64 for one that takes what is free, 0 for one that takes none.
   */
  readonly fairShare: number;
}

export interface OwnedShard {
  readonly shard: number;
  /** Grows each time that the shard gets another owner. */
  readonly epoch: number;
}

/** Who writes, and what it believes to own. */
export interface Fence {
  readonly worker: string;
  readonly shards: readonly OwnedShard[];
}

/** A place among arrivals; storage alone reads it. */
export type ArrivalCursor = string;

export interface Arrivals {
  /** Null where `waiting` must tell: without a cursor, on another server than the cursor's, and beyond `limit`. */
  readonly arrived: {
    readonly events: readonly WaitingEvent[];
    readonly deliveries: readonly PendingDelivery[];
  } | null;
  readonly cursor: ArrivalCursor;
}

/** A place in the list of what waits; storage alone reads it. */
export type WaitingPlace = string;

/** A page of the list of what waits. */
export interface WaitingPage {
  readonly events: readonly WaitingEvent[];
  readonly subscribers: readonly WaitingSubscriber[];
  /** Null after the last page. */
  readonly next: WaitingPlace | null;
}

export interface DispatchLimit {
  /** Events of each tenant. */
  readonly events: number;
  /** Deliveries to subscribers, of all tenants. */
  readonly deliveries: number;
}

export interface DispatchOutcome {
  /**
   * The due deliveries that it made, of all shards. `arrivals` gives them too. Those in shards of other workers are news; one in a
   * shard that changes its owner meanwhile is found by the next poll.
   */
  readonly made: readonly PendingDelivery[];
  /** Of the tenants that were reached and may have more: where to go on. */
  readonly unfinished: readonly WaitingEvent[];
  /** Of the tenants that were not reached within the limit: the same as before. */
  readonly unreached: readonly WaitingEvent[];
  /** Shards of the events that the worker does not own any more: nothing was dispatched for them. */
  readonly lost: readonly number[];
}

export interface FinishOutcome {
  /**
   * Whether each result of the batch was stored, in their order. One was not where its shard is lost, or where storage has the
   * delivery otherwise: it has ended, or has another number of attempts.
   */
  readonly stored: readonly boolean[];
  /** The subscribers of failed attempts, as they now stand. */
  readonly failing: readonly FailingSubscriber[];
  /** The deliveries that came due, because the one before them of their key ended. `arrivals` need not give them. */
  readonly freed: readonly PendingDelivery[];
  /** Shards of the batch that the worker does not own any more: nothing was stored for them. */
  readonly lost: readonly number[];
}

export interface QueueState {
  /**
   * Milliseconds for which the longest waiting delivery has been due, or the longest waiting event has not been dispatched; 0
   * if nothing waits.
   */
  readonly lagMs: number;
  /** All handlers that were ever told by `hold` and are not purged yet, by name. */
  readonly handlers: readonly KnownHandler[];
  /** Null if nothing was to be counted. */
  readonly counts: QueueCounts | null;
}

/** How to count what waits. */
export interface QueueCounting {
  /** A tenant is late if something of it has waited since before this time. */
  readonly lateBefore: Date;
  /** The highest count. Subscribers with pending deliveries are looked at up to the same number. */
  readonly limit: number;
}

/** What waits, of all tenants; each number up to the limit. */
export interface QueueCounts {
  /** Events that are not dispatched yet. */
  readonly events: number;
  /** Deliveries that are due, those of paused subscribers included. */
  readonly deliveries: number;
  /** Tenants with an event, or a due delivery, that waits too long. */
  readonly lateTenants: number;
  /** Subscribers that were disabled because they are gone or kept failing. */
  readonly disabledSubscribers: number;
  /** Enabled subscribers with a pause that is not over. */
  readonly pausedSubscribers: number;
}

/** `arrivals`: events or deliveries may have arrived. `shards`: a worker gave shards back, and others may hold them. */
export type QueueNews = 'arrivals' | 'shards';

export interface Listening {
  close(): Promise<void>;
}
