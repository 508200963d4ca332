import type { Clock, Logger } from '@stepward/core';
import {
  msBetween,
  oncePerMinute,
  SHARD_COUNT,
  WORKER_LEASE_MS,
  type DeliveryQueue,
  type DispatchTurns,
  type Fence,
  type HandlerRegistration,
  type HeldShards,
  type HoldRequest,
  type Schedule,
} from '@stepward/core/adapter';
import type { ReachQueue } from './reach-queue.js';
import { createSingleFlight, type SingleFlight } from '../waiting/under-way.js';
import { after, inTime } from '../waiting/timers.js';

/** Milliseconds between two renewals. */
const RENEW_MS = WORKER_LEASE_MS / 3;

/** The same, where nobody tells the worker of shards that came free. */
const LOOK_MS = 1_000;

/** Holds the worker's shards: `begin` renews its lease, takes its share, and gives back what is more; it goes on until `end`. */
export interface ShardKeeper extends SingleFlight {
  /** Gives back those surplus shards that have nothing under way any more. */
  release(): void;
  /** Forgets shards that storage refused to this fence, but not those that were taken again since. */
  lose(fence: Fence, refused: readonly number[]): void;
  /** Takes nothing more, and gives all shards back. */
  retire(): void;
  /** Renews no more. */
  end(): void;
  /** The shards that it owns and does not give back. */
  kept(): readonly number[];
  keeps(shard: number): boolean;
  /** Proves to storage what the worker owns. */
  fence(): Fence;
  /** Whether the lease lasts by the worker's own clock. */
  isCurrent(): boolean;
}

export interface ShardKeeperOptions {
  readonly worker: string;
  readonly takes: HoldRequest['takes'];
  /** Those of the process: it takes their shards beside its share. */
  readonly handlers: readonly HandlerRegistration[];
  readonly queue: Pick<DeliveryQueue, 'hold'>;
  readonly reach: ReachQueue;
  readonly schedule: Pick<Schedule, 'own' | 'drain' | 'drained' | 'forget'>;
  readonly turns: Pick<DispatchTurns, 'forget'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds after which it tries again where it could not renew. */
  readonly retryMs: number;
  /** Whether the worker is told when others give shards back. */
  readonly isListening: () => boolean;
  /** When the longest waiting delivery or event that the worker knows began to wait; null for none. */
  readonly oldestDueAt: (now: Date) => Date | null;
  /** Called with shards that the worker owns from now on. */
  readonly onTaken: (shards: readonly number[]) => void;
  /** Called after each renewal. */
  readonly onRenewed: () => void;
  /** Called with the number of shards that another worker took. */
  readonly onLost: (shards: number) => void;
}

export function createShardKeeper(options: ShardKeeperOptions): ShardKeeper {
  const { worker, queue, reach, schedule, turns, clock, logger } = options;
  const mayWarn = oncePerMinute(clock);
  const flight = createSingleFlight(hold);
  /** The epoch of each owned shard. */
  const epochs = new Map<number, number>();
  const surplus = new Set<number>();
  let { takes } = options;
  let lease: { readonly since: Date; readonly end: AbortSignal } | null = null;
  let renewals = 0;
  let hasEnded = false;

  const keeps = (shard: number): boolean => epochs.has(shard) && !surplus.has(shard);
  const kept = (): readonly number[] => [...epochs.keys()].filter(keeps);

  async function hold(): Promise<void> {
    if (hasEnded) return;
    const begun = { since: clock.now(), end: clock.timeout(WORKER_LEASE_MS) };
    const release = schedule.drained();
    const oldestDueAt = options.oldestDueAt(begun.since);
    const { handlers } = options;
    const request = { worker, takes, leaseMs: WORKER_LEASE_MS, release, oldestDueAt, handlers };
    const held = await reach('hold', () =>
      inTime(clock, WORKER_LEASE_MS, () => queue.hold(request)),
    );
    const renewMs = options.isListening() ? RENEW_MS : LOOK_MS;
    renewAfter(held === null ? Math.min(options.retryMs, RENEW_MS) : renewMs);
    if (held === null) return;
    lease = begun;
    follow(held, new Set(release));
    releaseDrained();
    options.onRenewed();
  }

  /** Of the timers only the last counts. */
  function renewAfter(ms: number): void {
    renewals += 1;
    const renewal = renewals;
    after(clock, ms, () => {
      if (renewal === renewals) flight.begin();
    });
  }

  function follow({ owned, fairShare }: HeldShards, released: ReadonlySet<number>): void {
    const held = new Map(owned.map(({ shard, epoch }) => [shard, epoch]));
    const gone = [...epochs.keys()].filter((shard) => held.get(shard) !== epochs.get(shard));
    reportLost(gone.filter((shard) => !released.has(shard)));
    forget(gone);
    take(owned.filter(({ shard }) => !epochs.has(shard)));
    const ofSubscribers = kept().filter((shard) => shard < SHARD_COUNT);
    drain(takes === 'none' ? kept() : ofSubscribers.slice(fairShare));
  }

  function take(owned: Fence['shards']): void {
    if (owned.length === 0) return;
    for (const { shard, epoch } of owned) epochs.set(shard, epoch);
    const shards = owned.map(({ shard }) => shard);
    schedule.own(shards);
    options.onTaken(shards);
  }

  function drain(shards: readonly number[]): void {
    if (shards.length === 0) return;
    for (const shard of shards) surplus.add(shard);
    schedule.drain(shards);
    turns.forget(shards);
  }

  function forget(shards: readonly number[]): void {
    if (shards.length === 0) return;
    for (const shard of shards) {
      epochs.delete(shard);
      surplus.delete(shard);
    }
    schedule.forget(shards);
    turns.forget(shards);
  }

  function reportLost(shards: readonly number[]): void {
    if (shards.length === 0) return;
    options.onLost(shards.length);
    if (!mayWarn()) return;
    const line = { worker, shards: shards.length };
    logger.warn(line, 'shards of this delivery worker have another owner, or none');
  }

  function releaseDrained(): void {
    if (surplus.size > 0 && schedule.drained().length > 0) flight.begin();
  }

  return {
    ...flight,
    release: releaseDrained,
    lose(fence, refused) {
      const lost = fence.shards
        .filter(({ shard, epoch }) => refused.includes(shard) && epochs.get(shard) === epoch)
        .map(({ shard }) => shard);
      if (lost.length === 0) return;
      reportLost(lost);
      forget(lost);
      flight.begin();
    },
    retire() {
      takes = 'none';
      drain(kept());
    },
    end: () => (hasEnded = true),
    kept,
    keeps,
    fence: () => ({ worker, shards: [...epochs].map(([shard, epoch]) => ({ shard, epoch })) }),
    // The timer counts where the clock was set back, the time where the process was frozen: its timers have not fired.
    isCurrent: () =>
      lease?.end.aborted === false && msBetween(lease.since, clock.now()) < WORKER_LEASE_MS,
  };
}
