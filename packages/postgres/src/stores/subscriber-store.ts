import type { Subscriber, SubscriberPause } from '@stepward/core';
import { type SubscriberStore, pageOf } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import {
  findableUuid,
  storedDate,
  storedDateOrNull,
  storedJson,
} from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { momentPosition, recordColumns, rowsOf } from './store-parts.js';

/** A subscriber as its row has it. */
interface StoredSubscriber extends Omit<Subscriber, 'paused'> {
  readonly pausedUntil: SubscriberPause['until'] | null;
  readonly pauseReason: SubscriberPause['reason'] | null;
}

const SUBSCRIBER = recordColumns<StoredSubscriber>({
  id: ['subscriber_id'],
  url: ['url'],
  description: ['description'],
  eventTypes: ['event_types'],
  naming: ['naming'],
  signature: ['signature'],
  body: ['body'],
  ordering: ['ordering'],
  version: ['version'],
  clientCertificate: ['client_certificate'],
  headers: ['headers', storedHeaders],
  enabled: ['enabled'],
  disabledReason: ['disabled_reason'],
  secrets: ['secrets', storedSecrets],
  failingSince: ['failing_since', storedDateOrNull],
  failingNoticedAt: ['failing_noticed_at', storedDateOrNull],
  pausedUntil: ['paused_until', storedDateOrNull],
  pauseReason: ['pause_reason'],
  updatedAt: ['updated_at', storedDate],
  createdAt: ['created_at', storedDate],
});

/** The subscribers of a tenant. */
export function subscriberStores(schema: string): (session: TenantSession) => SubscriberStore {
  const table = `${schema}.subscribers`;
  const put = statement(
    'subscriber_put',
    `insert into ${table} as stored (tenant_id, ${SUBSCRIBER.list})
     values ($1, ${SUBSCRIBER.parametersFrom(2)})
     on conflict (tenant_id, subscriber_id) do update
     set url = excluded.url, description = excluded.description, event_types = excluded.event_types,
       naming = excluded.naming, signature = excluded.signature, body = excluded.body,
       ordering = excluded.ordering, version = excluded.version,
       client_certificate = excluded.client_certificate, headers = excluded.headers,
       enabled = excluded.enabled, disabled_reason = excluded.disabled_reason,
       secrets = excluded.secrets, failing_noticed_at = excluded.failing_noticed_at,
       updated_at = excluded.updated_at
     returning 1 + (
       select count(*) from ${table} as other where tenant_id = $1 and subscriber_id <> stored.subscriber_id
     )::integer as count`,
  );
  const clearFailures = statement(
    'subscriber_clear_failures',
    `update ${table} set failing_since = null, paused_until = null, pause_reason = null, on_trial = false, busy_pauses = 0
     where tenant_id = $1 and subscriber_id = $2`,
  );
  const remove = statement(
    'subscriber_delete',
    `delete from ${table} where tenant_id = $1 and subscriber_id = $2`,
  );

  return ({ tenantId, query }) => ({
    async list({ subscriberId }, page) {
      const { addUuid, addAfter, bind, text, toStatement } = rowsOf(tenantId);
      addUuid('subscriber_id', subscriberId);
      addAfter('created_at', 'subscriber_id', page.position);
      const list = toStatement(
        'subscriber_list',
        `select ${SUBSCRIBER.list} from ${table}
         where ${text()} order by created_at desc, subscriber_id desc limit ${bind(page.limit + 1)}`,
      );
      const subscribers = (await query(list.statement, list.values)).map(readSubscriber);
      return pageOf(subscribers, page, ({ createdAt, id }) => momentPosition(createdAt, id));
    },
    async put(subscriber) {
      const secrets = JSON.stringify(subscriber.secrets);
      const headers = subscriber.headers && JSON.stringify(subscriber.headers);
      const values = [
        tenantId,
        ...SUBSCRIBER.values({ ...storedSubscriber(subscriber), secrets, headers }),
      ];
      const [row] = (await query(put, values)) as [{ readonly count: number }];
      return row.count;
    },
    async clearFailures(subscriberId) {
      await query(clearFailures, [tenantId, findableUuid(subscriberId)]);
    },
    async delete(subscriberId) {
      await query(remove, [tenantId, findableUuid(subscriberId)]);
    },
  });
}

function storedSubscriber({ paused, ...subscriber }: Subscriber): StoredSubscriber {
  return {
    ...subscriber,
    pausedUntil: paused?.until ?? null,
    pauseReason: paused?.reason ?? null,
  };
}

function readSubscriber(row: unknown): Subscriber {
  const { pausedUntil: until, pauseReason: reason, ...subscriber } = SUBSCRIBER.read(row);
  return { ...subscriber, paused: until && reason && { until, reason } };
}

/** Parses the JSON of encrypted headers. */
export function storedHeaders(value: unknown): Subscriber['headers'] {
  return value === null ? null : (storedJson(value) as Subscriber['headers']);
}

/** Parses the JSON of encrypted secrets. */
export function storedSecrets(value: unknown): Subscriber['secrets'] {
  const secrets = storedJson(value) as readonly { sealed: string; expiresAt: string | null }[];
  return secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    expiresAt: storedDateOrNull(expiresAt),
  }));
}
