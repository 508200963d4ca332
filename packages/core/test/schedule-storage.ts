/** The pending deliveries of a few subscribers in three shards, as storage answers for them. */
import type { PendingDelivery, WindowRequest } from '../src/webhooks/pending-delivery.js';
import type { Pause } from '../src/webhooks/scheduling/pause.js';
import type { Standing } from '../src/webhooks/scheduling/schedule.js';

export const SHARDS: readonly number[] = [0, 1, 2];
export const SUBSCRIBERS: readonly string[] = Array.from(
  { length: 7 },
  (_, index) => `subscriber-${String(index)}`,
);

const PAGE = 5;

export function createScheduleStorage() {
  const rows = new Map<string, PendingDelivery>();
  const arrived: string[] = [];
  const standings = new Map<string, Standing>();

  const standingOf = (subscriberId: string): Standing =>
    standings.get(subscriberId) ?? { pausedUntil: null, isOnTrial: false, busyPauses: 0 };

  return {
    rows,
    standings,
    standingOf,

    insert(n: number, isLate: boolean, dueAt: Date): void {
      const index = n % SUBSCRIBERS.length;
      const deliveryId = `delivery-${String(arrived.length).padStart(6, '0')}`;
      rows.set(deliveryId, {
        tenantId: `tenant-${String(index % 3)}`,
        subscriberId: SUBSCRIBERS[index] ?? '',
        shard: index % SHARDS.length,
        ...{ deliveryId, eventId: `event-${deliveryId}`, attempts: 0, isLate, dueAt },
      });
      arrived.push(deliveryId);
    },

    waiting: (shards: readonly number[]) =>
      [...rows.values()].filter(({ shard }) => shards.includes(shard)),

    /** The last one of the page before comes again. */
    arrivals(shards: readonly number[], cursor: number) {
      const deliveries = arrived
        .slice(Math.max(0, cursor - 1), cursor + PAGE)
        .flatMap((id) => rows.get(id) ?? [])
        .filter(({ shard }) => shards.includes(shard));
      return { deliveries, cursor: Math.min(arrived.length, cursor + PAGE) };
    },
    hasArrivals: (cursor: number) => cursor < arrived.length,

    load: ({ subscriberId, isLate, after, limit }: WindowRequest) =>
      [...rows.values()]
        .filter((row) => row.subscriberId === subscriberId && row.isLate === isLate)
        .filter((row) => after === null || compare(row, after) > 0)
        .toSorted(compare)
        .slice(0, limit),

    /** Stores a result, unless the delivery was changed in between. Returns whether it did. */
    finish(delivery: PendingDelivery, retryAt: Date | null): boolean {
      const { deliveryId, attempts } = delivery;
      const row = rows.get(deliveryId);
      if (row?.attempts !== attempts) return false;
      if (retryAt === null) rows.delete(deliveryId);
      else rows.set(deliveryId, { ...row, attempts: attempts + 1, isLate: true, dueAt: retryAt });
      return true;
    },

    storeHealth(subscriberId: string, hasFailed: boolean, pause: Pause | null): void {
      if (!hasFailed)
        standings.set(subscriberId, {
          ...standingOf(subscriberId),
          isOnTrial: false,
          busyPauses: 0,
        });
      else if (pause !== null) {
        const { until: pausedUntil, busyPauses } = pause;
        standings.set(subscriberId, { pausedUntil, isOnTrial: true, busyPauses });
      }
    },
  };
}

type Key = Pick<PendingDelivery, 'dueAt' | 'deliveryId'>;

function compare(left: Key, right: Key): number {
  const ms = left.dueAt.getTime() - right.dueAt.getTime();
  return ms === 0 ? left.deliveryId.localeCompare(right.deliveryId) : ms;
}
