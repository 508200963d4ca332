import { type DeliveryQueue, type Fence, type LocalNews, msBetween } from '@stepward/core/adapter';
import { dispatchEvents } from './memory-dispatch.js';
import type { MemoryHandlers } from './memory-handlers.js';
import { finishDeliveries } from './memory-finish.js';
import {
  arrivalsSince,
  countQueue,
  emittedRows,
  loadWindow,
  openDelivery,
  pendingRows,
  waitingPage,
  type AllTenants,
} from './memory-queue-reads.js';
import type { MemoryShards } from './memory-shards.js';

export interface MemoryDeliveryQueueOptions {
  readonly shards: MemoryShards;
  readonly handlers: MemoryHandlers;
  readonly news: LocalNews;
  /** Runs work over all tenants, between their units of work, and commits it. */
  readonly inTurn: <T>(work: (tenants: AllTenants) => T) => Promise<T>;
}

export function createMemoryDeliveryQueue({
  shards,
  handlers,
  news,
  inTurn,
}: MemoryDeliveryQueueOptions): DeliveryQueue {
  /** Divides what a worker writes by whether it still owns the shard. */
  function fenced<T extends { readonly shard: number }>(
    fence: Fence,
    written: readonly T[],
  ): { readonly ours: readonly T[]; readonly lost: readonly number[] } {
    const ours = written.filter(({ shard }) => shards.isOwned(fence, shard));
    const others = written.filter((each) => !ours.includes(each));
    return { ours, lost: [...new Set(others.map(({ shard }) => shard))] };
  }

  return {
    hold: (request) =>
      inTurn(() => {
        const { hasReleased, ...held } = shards.hold(request);
        if (hasReleased) news.tell('shards');
        return held;
      }),
    arrivals: (owned, after, limit) =>
      inTurn((tenants) => arrivalsSince(tenants, owned, after, limit)),
    waiting: (owned, after, limit) =>
      inTurn((tenants) => waitingPage(tenants, owned, after, limit)),
    load: (windows) => inTurn((tenants) => windows.map((window) => loadWindow(tenants, window))),
    dispatch: (fence, from, limit) =>
      inTurn((tenants) => {
        const { ours, lost } = fenced(fence, from);
        return { ...dispatchEvents(tenants, handlers, ours, limit), lost };
      }),
    open: (deliveries) =>
      inTurn((tenants) => deliveries.map((delivery) => openDelivery(tenants, delivery))),
    finish: (fence, finished) =>
      inTurn((tenants) => {
        const { ours, lost } = fenced(fence, finished);
        const { stored, failing, freed } = finishDeliveries(tenants, ours);
        return { stored: finished.map((each) => stored.has(each)), failing, freed, lost };
      }),
    queueState: (now, counting) =>
      inTurn((tenants) => {
        const isUnowned = ({ value }: { readonly value: { readonly shard: number } }): boolean =>
          shards.isFree(value.shard);
        const emitted = emittedRows(tenants).filter(isUnowned);
        const pending = pendingRows(tenants).filter(isUnowned);
        const due = [
          ...shards.dueTimes(),
          ...emitted.map(({ value }) => value.emittedAt),
          ...pending.map(({ value }) => value.dueAt),
        ];
        const lagMs = Math.max(0, ...due.map((at) => msBetween(at, now)));
        const counts = counting && countQueue(tenants, now, counting);
        return { lagMs, handlers: handlers.known(shards.isFree), counts };
      }),
    listen: (_worker, onNews) => Promise.resolve(news.listen(onNews)),
  };
}
