import type {
  PendingDelivery,
  WaitingPage,
  WaitingPlace,
  WindowRequest,
} from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { PENDING, WAITING_EVENT, WAITING_SUBSCRIBER } from './waiting-rows.js';

/** Where a page ends: among the events, which come first, or among the subscribers. */
interface Place {
  readonly of: 'events' | 'subscribers';
  readonly tenantId: string;
  readonly subscriberId: string;
}

const FIRST_EVENT: Place = { of: 'events', tenantId: '', subscriberId: '' };
const FIRST_SUBSCRIBER: Place = { ...FIRST_EVENT, of: 'subscribers' };

const EVENTS = `select ${WAITING_EVENT.selected} from (
    select *, row_number() over (partition by tenant_id order by emitted_at, arrival) as nth
      from stepward_outbox
      where shard in (select value from json_each(@shards)) and tenant_id > @tenantId
  ) where nth = 1 order by tenant_id limit @limit`;

const SUBSCRIBERS = `select distinct ${WAITING_SUBSCRIBER.selected} from stepward_deliveries
  where status = 'pending' and shard in (select value from json_each(@shards))
    and (tenant_id, subscriber_id) > (@tenantId, @subscriberId)
  order by tenant_id, subscriber_id limit @limit`;

/** See `DeliveryQueue.waiting`. A page has events or subscribers; one with fewer than the limit ends them. */
export function waitingPage(
  sql: Sql,
  shards: readonly number[],
  after: WaitingPlace | null,
  limit: number,
): WaitingPage {
  const { of, ...key } = after === null ? FIRST_EVENT : (JSON.parse(after) as Place);
  const values = { ...key, shards: JSON.stringify(shards), limit };
  if (of === 'events') {
    const events = WAITING_EVENT.readAll(sql.all(EVENTS, values));
    const last = events.length < limit ? undefined : events.at(-1);
    const next = last ? { ...FIRST_EVENT, tenantId: last.tenantId } : FIRST_SUBSCRIBER;
    return { events, subscribers: [], next: JSON.stringify(next) };
  }
  const subscribers = WAITING_SUBSCRIBER.readAll(sql.all(SUBSCRIBERS, values));
  const last = subscribers.length < limit ? undefined : subscribers.at(-1);
  return { events: [], subscribers, next: last ? JSON.stringify({ of, ...last }) : null };
}

/** See `DeliveryQueue.load`. */
export function loadWindow(
  sql: Sql,
  { tenantId, subscriberId, isLate, after, limit }: WindowRequest,
): readonly PendingDelivery[] {
  const { dueAt = null, deliveryId = null } = after ?? {};
  const rows = sql.all(
    `select ${PENDING.selected} from stepward_deliveries
      where status = 'pending' and tenant_id = @tenantId and subscriber_id = @subscriberId
        and is_late = @isLate and due_at is not null
        and (@dueAt is null or (due_at, delivery_id) > (@dueAt, @deliveryId))
      order by due_at, delivery_id limit @limit`,
    { tenantId, subscriberId, isLate, dueAt, deliveryId, limit },
  );
  return PENDING.readAll(rows);
}
