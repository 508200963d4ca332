import type { DeliveryQueue, PendingDelivery, WindowRequest } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { QueueTransaction } from './queue-transaction.js';

/** Before every other UUID. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Reads the next pending deliveries of each window, the earliest due first, up to the limit of each. */
export function loadWindows(schema: string, transact: QueueTransaction): DeliveryQueue['load'] {
  // Every key of the index but the last is compared for equality, so the rows are read in order, up to the limit.
  const select = statement(
    'queue_load',
    `select place, delivery_id, event_id, attempts, due_at
     from unnest($1::smallint[], $2::text[], $3::uuid[], $4::boolean[], $5::timestamptz[], $6::uuid[], $7::integer[])
       with ordinality as asked (shard, tenant_id, subscriber_id, is_late, after_due_at, after_id, size, place)
     cross join lateral (
       select delivery_id, event_id, attempts, due_at from ${schema}.pending_deliveries
       where shard = asked.shard and tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id
         and is_late = asked.is_late and (due_at, delivery_id) > (asked.after_due_at, asked.after_id)
       order by due_at, delivery_id limit asked.size
     ) as delivery`,
  );
  return async (windows) => {
    const columns = COLUMNS.map((valueOf) => windows.map(valueOf));
    const loaded: PendingDelivery[][] = windows.map(() => []);
    const rows = await transact((query) => query(select, columns));
    for (const row of rows as readonly LoadedRow[]) {
      const place = Number(row.place) - 1;
      const window = windows[place];
      if (window !== undefined) loaded[place]?.push(storedPending(window, row));
    }
    return loaded;
  };
}

/** The values of `$1` to `$7`. */
const COLUMNS: readonly ((window: WindowRequest) => unknown)[] = [
  ({ shard }) => shard,
  ({ tenantId }) => tenantId,
  ({ subscriberId }) => subscriberId,
  ({ isLate }) => isLate,
  ({ after }) => after?.dueAt.toISOString() ?? '-infinity',
  ({ after }) => after?.deliveryId ?? NIL_UUID,
  ({ limit }) => limit,
];

interface LoadedRow {
  /** Of its window, from 1. */
  readonly place: unknown;
  readonly delivery_id: string;
  readonly event_id: string;
  readonly attempts: number;
  readonly due_at: unknown;
}

function storedPending(
  { shard, tenantId, subscriberId, isLate }: WindowRequest,
  row: LoadedRow,
): PendingDelivery {
  return {
    shard,
    tenantId,
    subscriberId,
    isLate,
    deliveryId: row.delivery_id,
    eventId: row.event_id,
    attempts: row.attempts,
    dueAt: storedDate(row.due_at),
  };
}
