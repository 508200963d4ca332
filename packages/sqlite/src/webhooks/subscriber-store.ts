import type { Subscriber, SubscriberPause } from '@stepward/core';
import { type SubscriberStore, pageOf } from '@stepward/core/adapter';
import {
  afterTime,
  type Fields,
  fieldsOf,
  type Session,
  timePage,
  timePosition,
} from '../rows/index.js';

/** A subscriber as its row has it. */
interface StoredSubscriber extends Omit<Subscriber, 'paused'> {
  readonly pausedUntil: SubscriberPause['until'] | null;
  readonly pauseReason: SubscriberPause['reason'] | null;
}

export const SUBSCRIBER: Fields<StoredSubscriber> = fieldsOf<StoredSubscriber>(
  {
    id: 'plain',
    url: 'plain',
    description: 'plain',
    eventTypes: 'json',
    naming: 'plain',
    signature: 'plain',
    body: 'plain',
    ordering: 'plain',
    version: 'plain',
    clientCertificate: 'plain',
    headers: 'json',
    enabled: 'flag',
    disabledReason: 'plain',
    secrets: 'json',
    failingSince: 'time',
    failingNoticedAt: 'time',
    pausedUntil: 'time',
    pauseReason: 'plain',
    createdAt: 'time',
    updatedAt: 'time',
  },
  { id: 'subscriber_id' },
);

const LIST = `select ${SUBSCRIBER.selected} from stepward_subscribers
  where tenant_id = @tenantId and (@subscriberId is null or subscriber_id = @subscriberId)
    and ${afterTime('created_at', 'subscriber_id')}`;

/** The queue knows since when a stored subscriber fails, and its pause, so this leaves them. */
const PUT = `insert into stepward_subscribers (tenant_id, ${SUBSCRIBER.columns})
  values (@tenantId, ${SUBSCRIBER.parameters})
  on conflict do update set
    url = excluded.url, description = excluded.description, event_types = excluded.event_types,
    naming = excluded.naming, signature = excluded.signature, body = excluded.body,
    ordering = excluded.ordering, version = excluded.version,
    client_certificate = excluded.client_certificate, headers = excluded.headers,
    enabled = excluded.enabled, disabled_reason = excluded.disabled_reason,
    secrets = excluded.secrets, failing_noticed_at = excluded.failing_noticed_at,
    updated_at = excluded.updated_at`;

const CLEAR_FAILURES = `update stepward_subscribers
  set failing_since = null, paused_until = null, pause_reason = null, on_trial = 0, busy_pauses = 0
  where tenant_id = @tenantId and subscriber_id = @subscriberId`;

export function subscriberStore({ sql }: Session): SubscriberStore {
  return {
    async list({ subscriberId }, page) {
      const rows = sql.all(LIST, { subscriberId, ...timePage(page) });
      const subscribers = SUBSCRIBER.readAll(rows).map(readSubscriber);
      return pageOf(subscribers, page, ({ createdAt, id }) => timePosition(createdAt, id));
    },
    async put(subscriber) {
      sql.run(PUT, SUBSCRIBER.values(storedSubscriber(subscriber)));
      const row = sql.first(
        'select count(*) as count from stepward_subscribers where tenant_id = @tenantId',
      );
      return (row as { readonly count: number }).count;
    },
    async clearFailures(subscriberId) {
      sql.run(CLEAR_FAILURES, { subscriberId });
    },
    async delete(subscriberId) {
      sql.run(
        'delete from stepward_subscribers where tenant_id = @tenantId and subscriber_id = @subscriberId',
        { subscriberId },
      );
    },
  };
}

function storedSubscriber({ paused, ...subscriber }: Subscriber): StoredSubscriber {
  return {
    ...subscriber,
    pausedUntil: paused?.until ?? null,
    pauseReason: paused?.reason ?? null,
  };
}

function readSubscriber({
  pausedUntil: until,
  pauseReason: reason,
  ...subscriber
}: StoredSubscriber): Subscriber {
  return { ...subscriber, paused: until && reason && { until, reason } };
}
