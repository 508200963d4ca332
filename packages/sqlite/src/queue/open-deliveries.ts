import type { OpenedDelivery, PendingDelivery } from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { type Fields, fieldsOf } from '../rows/index.js';
import { EVENT } from '../webhooks/index.js';

type OpenedSubscriber = NonNullable<OpenedDelivery['subscriber']>;

const OPENED: Fields<OpenedSubscriber> = fieldsOf<OpenedSubscriber>(
  {
    id: 'plain',
    url: 'plain',
    naming: 'plain',
    signature: 'plain',
    body: 'plain',
    version: 'plain',
    secrets: 'json',
    clientCertificate: 'plain',
    headers: 'json',
    enabled: 'flag',
    pausedUntil: 'time',
    isOnTrial: 'flag',
    busyPauses: 'plain',
  },
  { id: 'subscriber_id', isOnTrial: 'on_trial' },
);

/** Reads what attempts send: see `DeliveryQueue.open`. A subscriber is read once, so its secrets are always the same list. */
export function openDeliveries(
  sql: Sql,
  deliveries: readonly PendingDelivery[],
): readonly (OpenedDelivery | null)[] {
  const subscribers = new Map<string, OpenedSubscriber | null>();

  function subscriberOf({ tenantId, subscriberId }: PendingDelivery): OpenedSubscriber | null {
    const key = `${tenantId} ${subscriberId}`;
    const known = subscribers.get(key);
    if (known !== undefined) return known;
    const row = sql.first(
      `select ${OPENED.selected} from stepward_subscribers
        where tenant_id = @tenantId and subscriber_id = @subscriberId`,
      { tenantId, subscriberId },
    );
    const subscriber = row === undefined ? null : OPENED.read(row);
    subscribers.set(key, subscriber);
    return subscriber;
  }

  return deliveries.map((delivery) => {
    const opened = readPending(sql, delivery);
    return opened && { ...opened, subscriber: subscriberOf(delivery) };
  });
}

interface PendingRow {
  readonly sequence: number | null;
  /** Null where the event is gone. */
  readonly type: string | null;
}

/** What a delivery that is pending with that number of attempts sends. */
function readPending(
  sql: Sql,
  { tenantId, subscriberId, deliveryId, attempts }: PendingDelivery,
): Pick<OpenedDelivery, 'event' | 'sequence'> | null {
  const row = sql.first(
    `select ${EVENT.selected}, sequence
      from stepward_deliveries left join stepward_events using (tenant_id, event_id)
      where tenant_id = @tenantId and subscriber_id = @subscriberId and delivery_id = @deliveryId
        and status = 'pending' and attempts = @attempts`,
    { tenantId, subscriberId, deliveryId, attempts },
  );
  if (row === undefined) return null;
  const { sequence, type } = row as PendingRow;
  return { event: type === null ? null : EVENT.read(row), sequence };
}
