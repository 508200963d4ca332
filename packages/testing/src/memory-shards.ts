import type { Clock } from '@stepward/core';
import {
  addMs,
  ALL_SHARDS,
  fairShare,
  type Fence,
  handlerShard,
  type HeldShards,
  type HoldRequest,
  SHARD_COUNT,
} from '@stepward/core/adapter';
import type { MemoryHandlers } from './memory-handlers.js';

/** The owners of the shards, and the leases of workers. */
export interface MemoryShards {
  /** See `DeliveryQueue.hold`; it tells as well whether shards came free. */
  hold(request: HoldRequest): HeldShards & { readonly hasReleased: boolean };
  /** Whether a worker owns a shard, in the epoch that it names. */
  isOwned(fence: Fence, shard: number): boolean;
  /** Whether the lease of its owner has ended, or nobody owns it. */
  isFree(shard: number): boolean;
  /** When what the living workers know became due. */
  dueTimes(): readonly Date[];
}

interface Shard {
  readonly owner: string | null;
  readonly epoch: number;
}

interface Worker extends Pick<HoldRequest, 'takes' | 'oldestDueAt'> {
  readonly leaseUntil: Date;
}

export function createMemoryShards(
  clock: Pick<Clock, 'now'>,
  handlers: Pick<MemoryHandlers, 'register'>,
): MemoryShards {
  const shards = new Map<number, Shard>(
    ALL_SHARDS.map((shard) => [shard, { owner: null, epoch: 0 }]),
  );
  const workers = new Map<string, Worker>();
  const shardOf = (shard: number): Shard => shards.get(shard) ?? { owner: null, epoch: 0 };
  const ownedBy = (worker: string): readonly number[] =>
    [...shards.keys()].filter((shard) => shardOf(shard).owner === worker);
  const isLiving = ({ leaseUntil }: Worker): boolean => leaseUntil > clock.now();

  function isFree(shard: number): boolean {
    const { owner } = shardOf(shard);
    return owner === null || (workers.get(owner)?.leaseUntil ?? clock.now()) <= clock.now();
  }

  function giveBack(worker: string, given: readonly number[] | 'all'): boolean {
    const owned = ownedBy(worker).filter((shard) => given === 'all' || given.includes(shard));
    for (const shard of owned) shards.set(shard, { ...shardOf(shard), owner: null });
    return owned.length > 0;
  }

  function shareOf(worker: string, takes: HoldRequest['takes']): number {
    if (takes === 'free') return SHARD_COUNT;
    if (takes === 'none') return 0;
    const sharing = [...workers].filter(([, each]) => each.takes === 'share' && isLiving(each));
    const others = sharing.map(([name]) => name).filter((name) => name !== worker);
    const place = others.filter((name) => name < worker).length;
    return fairShare(others.length + 1, place);
  }

  return {
    hold({ worker, leaseMs, takes, release, oldestDueAt, handlers: told = [] }) {
      handlers.register(told);
      workers.set(worker, { leaseUntil: addMs(clock.now(), leaseMs), takes, oldestDueAt });
      const hasReleased = giveBack(worker, release);
      const share = shareOf(worker, takes);
      const kept = ownedBy(worker);
      const isTakeable = (shard: number): boolean =>
        isFree(shard) && !kept.includes(shard) && release !== 'all' && !release.includes(shard);
      const room = share - kept.filter((shard) => shard < SHARD_COUNT).length;
      const ofHandlers = takes === 'none' ? [] : told.map(({ name }) => handlerShard(name));
      for (const shard of [
        ...ALL_SHARDS.filter(isTakeable).slice(0, Math.max(room, 0)),
        ...ofHandlers.filter(isTakeable),
      ]) {
        shards.set(shard, { owner: worker, epoch: shardOf(shard).epoch + 1 });
      }
      const owned = ownedBy(worker).map((shard) => ({ shard, epoch: shardOf(shard).epoch }));
      return { owned, fairShare: share, hasReleased };
    },
    isOwned: ({ worker, shards: owned }, shard) =>
      shardOf(shard).owner === worker &&
      owned.some((each) => each.shard === shard && each.epoch === shardOf(shard).epoch),
    isFree,
    dueTimes: () =>
      [...workers.values()].filter(isLiving).flatMap(({ oldestDueAt }) => oldestDueAt ?? []),
  };
}
