import { deliveryKey, type PendingDelivery } from '../pending-delivery.js';
import type { Attempts } from './attempts.js';
import type { Backlog } from './backlog.js';
import type { ScheduleRead } from './schedule.js';

/**
 * The reads of storage in progress. An answer may be older than what has happened since its read began. Each case has one place that
 * handles it:
 *
 * - A delivery of the answer is under way: ignored (`isKnown`).
 * - It has ended or come due since the read began: ignored (`isKnown`). If it is still pending, `end` puts it in its place, in case the
 *   window has grown past it by an answer in which it was ignored, or was not yet due.
 * - Its shard was lost since the read began, and perhaps taken again: `add` has its subscriber read again.
 * - It arrives, or is made, while its window is loaded: it is put in before windows are asked for or after they are loaded. A window that
 *   asked again meanwhile ignores the older answer (`loadRows`).
 * - It is under way and its shard was lost, or storage has another state of it: its attempt has `mustReload`, and its subscriber is read
 *   again when it ends.
 */
export interface ScheduleReads {
  begin(): ScheduleRead;
  /** A delivery has changed: how it waits for its next attempt, null if it has ended. */
  noteChange(delivery: PendingDelivery, next: PendingDelivery | null): void;
  noteForgotten(shards: ReadonlySet<number>): void;
}

interface OpenRead {
  /** What has changed since it began, by key. */
  readonly changed: Map<string, PendingDelivery | null>;
  readonly forgotten: Set<number>;
}

/** @param owned the shards that the worker owns now */
export function createScheduleReads(
  backlog: Pick<Backlog, 'put' | 'reload' | 'load'>,
  { isUnderWay }: Pick<Attempts, 'isUnderWay'>,
  owned: ReadonlySet<number>,
): ScheduleReads {
  const open = new Set<OpenRead>();

  function begin(): ScheduleRead {
    const read: OpenRead = { changed: new Map(), forgotten: new Set() };
    open.add(read);
    const isKnown = (row: PendingDelivery): boolean => {
      const key = deliveryKey(row);
      return read.changed.has(key) || isUnderWay(key);
    };

    return {
      expect(subscribers) {
        for (const each of subscribers) if (owned.has(each.shard)) backlog.reload(each);
      },
      add(deliveries) {
        for (const row of deliveries) {
          if (!owned.has(row.shard)) continue;
          // It may have been read before another worker owned the shard.
          if (read.forgotten.has(row.shard)) backlog.reload(row);
          else if (!isKnown(row)) backlog.put(row);
        }
      },
      loaded: (request, deliveries) => backlog.load(request, deliveries, isKnown),
      end() {
        open.delete(read);
        for (const [key, row] of read.changed) {
          if (row === null || read.forgotten.has(row.shard) || isUnderWay(key)) continue;
          // The window may have come to reach it, by an answer in which it was ignored.
          backlog.put(row);
        }
      },
    };
  }

  return {
    begin,
    noteChange(delivery, next) {
      for (const { changed } of open) changed.set(deliveryKey(delivery), next);
    },
    noteForgotten(shards) {
      for (const { forgotten } of open) for (const shard of shards) forgotten.add(shard);
    },
  };
}
