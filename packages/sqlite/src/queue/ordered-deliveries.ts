import type { FinishedDelivery, PendingDelivery, SubscriberKey } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { PENDING } from './waiting-rows.js';

interface OrderedRow {
  readonly arrival: number;
  /** Whether it waits for one before it. */
  readonly isWaiting: number;
}

/** Returns the first of a subscriber's pending deliveries of a key that are in order; null for none. */
export function firstOfKey(
  sql: Sql,
  { tenantId, subscriberId }: SubscriberKey,
  orderingKey: string,
): OrderedRow | null {
  const row = sql.first(
    `select arrival, due_at is null as isWaiting from stepward_deliveries
      where tenant_id = @tenantId and subscriber_id = @subscriberId and ordering_key = @orderingKey
        and status = 'pending' and is_ordered = 1
      order by sequence limit 1`,
    { tenantId, subscriberId, orderingKey },
  );
  return (row as OrderedRow | undefined) ?? null;
}

/** Lets the next of a key come due, where an ordered delivery has ended; returns it, null for none. */
export function freeNext(
  sql: Sql,
  { tenantId, subscriberId, deliveryId, next: { finishedAt } }: FinishedDelivery,
): PendingDelivery | null {
  if (finishedAt === null) return null;
  const ended = sql.first(
    `select ordering_key as orderingKey from stepward_deliveries
      where tenant_id = @tenantId and subscriber_id = @subscriberId and delivery_id = @deliveryId
        and is_ordered = 1`,
    { tenantId, subscriberId, deliveryId },
  ) as { readonly orderingKey: string } | undefined;
  const next = ended && firstOfKey(sql, { tenantId, subscriberId }, ended.orderingKey);
  if (!next || next.isWaiting === 0) return null;
  const row = sql.first(
    `update stepward_deliveries set due_at = @dueAt where arrival = @arrival returning ${PENDING.selected}`,
    { arrival: next.arrival, dueAt: finishedAt },
  );
  return PENDING.read(row);
}
