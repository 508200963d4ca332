import type { PendingDelivery, WaitingSubscriber, WindowRequest } from '../pending-delivery.js';

export interface ScheduleOptions {
  /** Attempts at once, over all subscribers. */
  readonly slots: number;
  /** Attempts to one subscriber at once. */
  readonly perSubscriber: number;
  /** Attempts to one subscriber begun in a second; null for no limit. */
  readonly perSecond: number | null;
  /** Whether a subscriber that mostly fails is paused. */
  readonly circuitBreaker: boolean;
  /** Deliveries kept in memory, over all subscribers; a subscriber with something pending has a few in any case. */
  readonly maxRows: number;
}

/**
 * What one worker sends next. It holds the owned shards' pending deliveries, a bounded window of each subscriber's, and decides
 * which of them start: tenants in turn, subscribers of a tenant in turn, the first attempts of a subscriber before its other
 * ones, the earliest due first. It does no I/O and reads no clock: the same calls give the same answers.
 */
export interface Schedule {
  /** Shards that the worker owns from now on. */
  own(shards: readonly number[]): void;
  /** Starts nothing more of these shards; what is under way goes on. */
  drain(shards: readonly number[]): void;
  /** Those of the drained shards that have nothing under way. */
  drained(): readonly number[];
  /** Forgets all about these shards, which have another owner. What is under way gives its slots back. */
  forget(shards: readonly number[]): void;

  /** Begins a read of storage. What was read goes in by its methods; then it must be ended, also if it failed. */
  beginRead(): ScheduleRead;
  /** The windows to load next: of subscribers that may have more than is in memory, and few in memory. */
  wanted(limit: number): readonly WindowRequest[];

  /** Takes what may start now: no more than there are free slots, and no more of a tenant than its share. */
  start(now: Date): readonly PendingDelivery[];
  /**
   * Tells how the subscriber of started deliveries stands in storage. Returns those of them that go on; the others are put back, because
   * it is paused or on trial. No attempt was made of those.
   */
  confirm(
    started: readonly PendingDelivery[],
    standing: Standing,
    now: Date,
  ): readonly PendingDelivery[];
  /**
   * The answer of an attempt has arrived: its slot is free, though the subscriber's is not before the result is stored. Counts for
   * the circuit breaker; returns until when it pauses the subscriber, null for no new pause.
   */
  answered(delivery: PendingDelivery, hasFailed: boolean, now: Date): Date | null;
  /** The result is stored: the delivery has ended, or waits for its next attempt. */
  ended(delivery: PendingDelivery, retryAt: Date | null): void;

  /** Attempts that may start now at most, over all tenants. */
  freeSlots(): number;
  /** When the next delivery in memory may start, if nothing else happens; null for none. */
  nextStartAt(now: Date): Date | null;
  /** When the longest waiting delivery in memory became due; null if none is due. */
  oldestDueAt(now: Date): Date | null;
}

/** Whether storage lets a subscriber be sent to. */
export interface Standing {
  /** Nothing is sent before this time; null for no pause. */
  readonly pausedUntil: Date | null;
  /** One attempt is made at a time, until one succeeds. */
  readonly isOnTrial: boolean;
}

/** What was read of storage. Deliveries that are known, that ended since the read began, or of other shards are ignored. */
export interface ScheduleRead {
  /** Subscribers that have something pending, to be loaded. */
  expect(subscribers: readonly WaitingSubscriber[]): void;
  /** Deliveries that have arrived. */
  add(deliveries: readonly PendingDelivery[]): void;
  /** What {@link Schedule.wanted} asked for; fewer than the limit means that there are no more. */
  loaded(window: WindowRequest, deliveries: readonly PendingDelivery[]): void;
  end(): void;
}
