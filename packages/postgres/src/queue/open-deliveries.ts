import type { Subscriber } from '@stepward/core';
import type { DeliveryQueue, OpenedDelivery, SubscriberKey } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import { storedDate, storedDateOrNull, storedSequence } from '../connection/stored-values.js';
import { storedHeaders, storedSecrets } from '../stores/subscriber-store.js';
import type { QueueTransaction } from './queue-transaction.js';

/**
 * Reads what the attempts of these deliveries send: the events, and each subscriber as it is now. Null for a delivery that has
 * ended, or has another number of attempts. A purge keeps the events of pending deliveries.
 */
export function openDeliveries(schema: string, transact: QueueTransaction): DeliveryQueue['open'] {
  const selectEvents = statement(
    'queue_open',
    `select place, pending.event_type, pending.sequence, event.*
     from unnest($1::text[], $2::uuid[], $3::uuid[], $4::integer[], $5::smallint[]) with ordinality
       as asked (tenant_id, subscriber_id, delivery_id, attempts, shard, place)
     cross join lateral (
       select event_id, event_type, sequence from ${schema}.pending_deliveries
       where tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id and delivery_id = asked.delivery_id
         and attempts = asked.attempts and shard = asked.shard
       limit 1
     ) as pending
     left join lateral (
       select organisation_id, data, emitted_at, expires_at, version from ${schema}.events
       where tenant_id = asked.tenant_id and event_id = pending.event_id limit 1
     ) as event on true`,
  );
  const selectSubscribers = statement(
    'queue_open_subscribers',
    `select subscriber.* from unnest($1::text[], $2::uuid[]) as asked (tenant_id, subscriber_id)
     cross join lateral (
       select tenant_id, subscriber_id, url, naming, signature, body, version, secrets, client_certificate, headers, enabled,
         paused_until, on_trial, busy_pauses
       from ${schema}.subscribers
       where tenant_id = asked.tenant_id and subscriber_id = asked.subscriber_id limit 1
     ) as subscriber`,
  );
  return (deliveries) =>
    transact(async (query) => {
      const tenantIds = deliveries.map(({ tenantId }) => tenantId);
      const subscriberIds = deliveries.map(({ subscriberId }) => subscriberId);
      const ids = deliveries.map(({ deliveryId }) => deliveryId);
      const attempts = deliveries.map((delivery) => delivery.attempts);
      const shards = deliveries.map(({ shard }) => shard);
      const events = await query(selectEvents, [tenantIds, subscriberIds, ids, attempts, shards]);
      const subscribers = [...new Map(deliveries.map((each) => [keyOf(each), each])).values()];
      const rows = await query(selectSubscribers, [
        subscribers.map(({ tenantId }) => tenantId),
        subscribers.map(({ subscriberId }) => subscriberId),
      ]);
      const targets = new Map((rows as readonly TargetRow[]).map(storedTarget));
      const opened: (OpenedDelivery | null)[] = deliveries.map(() => null);
      for (const row of events as readonly EventRow[]) {
        const index = Number(row.place) - 1;
        const delivery = deliveries[index];
        if (delivery === undefined) continue;
        const subscriber = targets.get(keyOf(delivery)) ?? null;
        const event = storedEvent(delivery.eventId, row);
        opened[index] = { event, subscriber, sequence: storedSequence(row.sequence) };
      }
      return opened;
    });
}

function keyOf({ tenantId, subscriberId }: SubscriberKey): string {
  return `${tenantId} ${subscriberId}`;
}

interface EventRow {
  /** Of its delivery, from 1. */
  readonly place: unknown;
  readonly event_type: string;
  readonly sequence: unknown;
  readonly organisation_id: string | null;
  /** Null where the event is gone. */
  readonly data: string | null;
  readonly emitted_at: unknown;
  readonly expires_at: unknown;
  readonly version: string | null;
}

function storedEvent(id: string, row: EventRow): OpenedDelivery['event'] {
  const { event_type: type, organisation_id: organisationId, version, data } = row;
  if (data === null) return null;
  const times = {
    emittedAt: storedDate(row.emitted_at),
    expiresAt: storedDateOrNull(row.expires_at),
  };
  return { id, type, organisationId, version, data, ...times };
}

type TargetRow = Pick<
  Subscriber,
  'url' | 'naming' | 'signature' | 'body' | 'version' | 'enabled'
> & {
  readonly subscriber_id: string;
  readonly secrets: unknown;
  readonly headers: unknown;
  readonly client_certificate: string | null;
  readonly tenant_id: string;
  readonly paused_until: unknown;
  readonly on_trial: boolean;
  readonly busy_pauses: number;
};

function storedTarget(row: TargetRow): [key: string, OpenedDelivery['subscriber']] {
  const { tenant_id: tenantId, subscriber_id: id, url, naming, signature, body, enabled } = row;
  const secrets = storedSecrets(row.secrets);
  const pausedUntil = storedDateOrNull(row.paused_until);
  const { client_certificate: clientCertificate, version } = row;
  const headers = storedHeaders(row.headers);
  const sent = { url, naming, signature, body, version, secrets, clientCertificate, headers };
  const standing = { pausedUntil, isOnTrial: row.on_trial, busyPauses: row.busy_pauses };
  const target = { id, ...sent, enabled, ...standing };
  return [keyOf({ tenantId, subscriberId: id }), target];
}
