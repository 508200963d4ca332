import type {
  DeliveryQueue,
  OpenedDelivery,
  PendingDelivery,
  SubscriberKey,
} from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedDateOrNull } from '../connection/stored-values.js';
import { storedSecrets, type SubscriberRow } from '../stores/subscriber-store.js';
import type { QueueTransaction } from './queue-transaction.js';

/**
 * Reads what the attempts of these deliveries send: the event, and the subscriber as it is now. Null for a delivery that has ended.
 * One whose event is gone has no subscriber either, so that it becomes `skipped`; a purge keeps the events of pending deliveries.
 */
export function openDeliveries(schema: string, transact: QueueTransaction): DeliveryQueue['open'] {
  const select = statement(
    'queue_open',
    `select place, pending.event_type, event.data, subscriber.*
     from unnest($1::text[], $2::uuid[], $3::uuid[]) with ordinality as asked (tenant_id, subscriber_id, delivery_id, place)
     cross join lateral (
       select event_id, event_type from ${schema}.pending_deliveries
       where tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id and delivery_id = asked.delivery_id
       limit 1
     ) as pending
     left join lateral (
       select data from ${schema}.events
       where tenant_id = asked.tenant_id and event_id = pending.event_id limit 1
     ) as event on true
     left join lateral (
       select url, naming, secrets, enabled, paused_until, on_trial from ${schema}.subscribers
       where tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id limit 1
     ) as subscriber on true`,
  );
  return async (deliveries) => {
    const values = KEY.map((column) => deliveries.map((delivery) => delivery[column]));
    const opened: (OpenedDelivery | null)[] = deliveries.map(() => null);
    const rows = await transact((query) => query(select, values));
    for (const row of rows as readonly OpenedRow[]) {
      const place = Number(row.place) - 1;
      const delivery = deliveries[place];
      if (delivery !== undefined) opened[place] = storedOpened(delivery, row);
    }
    return opened;
  };
}

const KEY = ['tenantId', 'subscriberId', 'deliveryId'] as const;

type OpenedRow = TargetRow & {
  /** Of its delivery, from 1. */
  readonly place: unknown;
  readonly event_type: string;
  /** Null where the event is gone. */
  readonly data: string | null;
};

type TargetRow = Pick<SubscriberRow, 'naming' | 'secrets' | 'enabled'> & {
  /** Null where the subscriber is gone. */
  readonly url: string | null;
  readonly paused_until: unknown;
  readonly on_trial: boolean;
};

function storedOpened(delivery: PendingDelivery, row: OpenedRow): OpenedDelivery {
  const { event_type: type, data } = row;
  const event = { id: delivery.eventId, type, data: data ?? '' };
  return { event, subscriber: data === null ? null : storedTarget(delivery, row) };
}

function storedTarget(
  { subscriberId: id }: SubscriberKey,
  { url, naming, secrets, enabled, paused_until: pausedUntil, on_trial: isOnTrial }: TargetRow,
): OpenedDelivery['subscriber'] {
  if (url === null) return null;
  return {
    id,
    url,
    naming,
    secrets: storedSecrets(secrets),
    enabled,
    pausedUntil: storedDateOrNull(pausedUntil),
    isOnTrial,
  };
}
