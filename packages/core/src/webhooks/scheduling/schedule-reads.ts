import type { PendingDelivery } from '../pending-delivery.js';
import { loadRows } from './backlog-window.js';
import type { ScheduleState } from './schedule-state.js';
import type { ScheduleRead } from './schedule.js';
import { windowOf } from './subscriber-backlog.js';

/** The reads of storage in progress. Where their answers may be older than what happened meanwhile, that counts. */
export interface ScheduleReads {
  begin(): ScheduleRead;
  /** An attempt has ended: the delivery as it waits for the next one, null if it has ended too. */
  noteEnded(deliveryId: string, retry: PendingDelivery | null): void;
  noteForgotten(shards: readonly number[]): void;
}

interface OpenRead {
  readonly ended: Map<string, PendingDelivery | null>;
  readonly forgotten: Set<number>;
}

export function createScheduleReads(state: ScheduleState): ScheduleReads {
  const { owned, backlog, change, put, reload } = state;
  const open = new Set<OpenRead>();

  function begin(): ScheduleRead {
    const read: OpenRead = { ended: new Map(), forgotten: new Set() };
    open.add(read);

    const isUnderWay = (row: PendingDelivery): boolean =>
      backlog.find(row)?.underWay.has(row.deliveryId) ?? false;
    const isKnown = (row: PendingDelivery): boolean =>
      read.ended.has(row.deliveryId) || isUnderWay(row);

    return {
      expect(subscribers) {
        for (const each of subscribers) if (owned.has(each.shard)) reload(each);
      },
      add(deliveries) {
        for (const row of deliveries) {
          if (!owned.has(row.shard)) continue;
          // It may have been read before another worker owned the shard.
          if (read.forgotten.has(row.shard)) reload(row);
          else if (!isKnown(row)) put(row);
        }
      },
      loaded(request, deliveries) {
        const subscriber = backlog.find(request);
        if (subscriber === undefined) return;
        const window = windowOf(subscriber, request.isLate);
        const capacity = backlog.capacity(window);
        change(subscriber, () => loadRows(window, request, deliveries, capacity, isKnown));
      },
      end() {
        open.delete(read);
        for (const row of read.ended.values()) {
          if (row === null || read.forgotten.has(row.shard) || isUnderWay(row)) continue;
          // The window may have come to reach it, by an answer in which it was ignored.
          put(row);
        }
      },
    };
  }

  return {
    begin,
    noteEnded(deliveryId, retry) {
      for (const { ended } of open) ended.set(deliveryId, retry);
    },
    noteForgotten(shards) {
      for (const { forgotten } of open) for (const shard of shards) forgotten.add(shard);
    },
  };
}
