/**
 * What one worker sends next.
 *
 * Tenants have subscribers, and a subscriber has two windows: its first attempts, and its late ones (retries,
 * replays, tests). A window holds the deliveries that are due next, by due time and id, and the place from which
 * storage has more. A delivery leaves its window when it starts, and is known by its id as under way until its result
 * is stored.
 *
 * A subscriber is in one of three places. It stands in turn where its next delivery may start now; it waits for its
 * time where that is due later, or its rate or a pause holds it; it is in neither while it has as many under way as
 * it may, or its window is to be loaded. Each change of a subscriber puts it where it belongs, so a start costs the
 * same however many subscribers wait.
 *
 * Storage is read beside all this. An answer may be older than what has happened since the read began, so a read
 * notes what ended meanwhile and which shards were lost. Nothing that has ended comes back, and nothing is passed
 * over.
 *
 * Memory: a subscriber costs 1.3 kB, and a delivery about 0.4 kB. 10,000 subscribers with a million first attempts take
 * 61 MB, because ten of each are in memory.
 */
import type { PendingDelivery, WaitingSubscriber, WindowRequest } from '../pending-delivery.js';
import type { BusyAnswer, Pause } from './pause.js';

export interface ScheduleOptions {
  /** Attempts at once, over all subscribers. */
  readonly slots: number;
  /** Attempts to one subscriber at once. */
  readonly perSubscriber: number;
  /**
   * Attempts to one subscriber begun within any second; null for no limit. They may begin at once. One that
   * {@link Schedule.confirm} puts back counts too; a delivery that ends without an attempt does not.
   */
  readonly perSecond: number | null;
  /** Whether a subscriber that mostly fails is paused. */
  readonly circuitBreaker: boolean;
  /**
   * Deliveries kept in memory, over all subscribers. Each window has an equal part of them, 10 to 500: many
   * subscribers together may have more.
   */
  readonly maxRows: number;
}

/**
 * What one worker sends next. It holds the owned shards' pending deliveries, a bounded window of each subscriber's,
 * and decides which of them start: tenants in turn, subscribers of a tenant in turn, the first attempts of a
 * subscriber before its other ones, the earliest due first. It does no I/O and reads no clock: the same calls give
 * the same answers.
 */
export interface Schedule {
  /**
   * Shards that the worker owns from now on, drained ones included. Those of a shard that was forgotten before are
   * read again; what is still under way of it is not started again before it has ended.
   */
  own(shards: readonly number[]): void;
  /** Starts nothing more of these shards; what is under way goes on. */
  drain(shards: readonly number[]): void;
  /** Those of the drained shards that have nothing under way. */
  drained(): readonly number[];
  /** Forgets all about these shards, which have another owner. What is under way keeps its slots until it has ended. */
  forget(shards: readonly number[]): void;

  /**
   * Begins a read of storage, before its statement does. What was read goes in by its methods; then it must be ended,
   * also if it failed. Nothing may be added between {@link Schedule.wanted} and the answers: they may be older, and would hide it.
   */
  beginRead(): ScheduleRead;
  /**
   * The windows to load next, in turn: those that are half empty where storage may have more, until they ask for
   * `limit` deliveries. The answer to a request counts until the next one for its window.
   */
  wanted(limit: number): readonly WindowRequest[];

  /**
   * Takes what may start now: at most `limit`, no more than there are free slots, and no more of a tenant than its
   * share. The time may be before that of the last call: a rate or a pause that would last longer by that is cut short.
   * The calls below take these very objects.
   */
  start(now: Date, limit?: number): readonly PendingDelivery[];
  /**
   * Tells how the subscriber of a started delivery stands in storage. Returns whether its attempt goes on. Otherwise no
   * attempt was made: it is put back, because the subscriber is paused or on trial, or is dropped, because its shard
   * was forgotten.
   */
  confirm(delivery: PendingDelivery, standing: Standing, now: Date): boolean;
  /**
   * The answer of an attempt has arrived: its slot is free, though the subscriber's is not before the result is
   * stored. Counts for the circuit breaker; returns the pause of the subscriber that begins by that, or lasts longer; null for
   * none.
   *
   * @param busy what the answer of a busy subscriber asks for; null, the default, for any other result
   */
  answered(
    delivery: PendingDelivery,
    hasFailed: boolean,
    now: Date,
    busy?: BusyAnswer | null,
  ): Pause | null;
  /**
   * The result is stored: the delivery has ended, or waits for its next attempt. Without {@link answered} before, it
   * ended without an attempt, and its slot comes back now. A delivery that is not under way is ignored.
   */
  ended(delivery: PendingDelivery, retryAt: Date | null): void;
  /**
   * Storage has let these deliveries come due, by the results that were stored with them: it is told after those have {@link ended}.
   */
  freed(deliveries: readonly PendingDelivery[]): void;
  /**
   * Nobody here knows how a started delivery goes on: storage has no result of it, or has it otherwise than it was in memory.
   * Its slot comes back, and its subscriber is read again.
   */
  readAgain(delivery: PendingDelivery): void;

  /** Attempts that may start now at most, over all tenants; those of the one with the most, where several schedules are one. */
  freeSlots(): number;
  /** When the next delivery in memory may start, if nothing else happens; null for none. */
  nextStartAt(now: Date): Date | null;
  /** When the longest waiting delivery in memory became due, paused subscribers' included; null if none is due. */
  oldestDueAt(now: Date): Date | null;
}

/** Whether storage lets a subscriber be sent to. */
export interface Standing {
  /** Nothing is sent before this time; null for no pause. */
  readonly pausedUntil: Date | null;
  /** One attempt is made at a time, until one succeeds. */
  readonly isOnTrial: boolean;
  /** See {@link Pause}. */
  readonly busyPauses: number;
}

/**
 * What was read of storage. Deliveries that are known, that ended since the read began, or of other shards are
 * ignored.
 */
export interface ScheduleRead {
  /** Subscribers that have something pending, to be loaded. */
  expect(subscribers: readonly WaitingSubscriber[]): void;
  /** Deliveries that have arrived. */
  add(deliveries: readonly PendingDelivery[]): void;
  /**
   * The answer to a request of {@link Schedule.wanted}, the same object; fewer than its limit means that there are no
   * more.
   */
  loaded(window: WindowRequest, deliveries: readonly PendingDelivery[]): void;
  end(): void;
}
