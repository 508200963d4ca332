import type { Subscriber } from '@stepward/core';
import type { SubscriberStore, SealedSecret } from '@stepward/core/adapter';
import { momentPosition, readMomentPosition, pageOf } from './page-of.js';
import { statement } from '../connection/statement.js';
import {
  findableUuid,
  storedDate,
  storedDateOrNull,
  storedJson,
} from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { recordColumns } from './record-columns.js';
import { where } from './where.js';

const SUBSCRIBER = recordColumns<Subscriber>({
  id: ['subscriber_id'],
  url: ['url'],
  description: ['description'],
  eventTypes: ['event_types'],
  naming: ['naming'],
  enabled: ['enabled'],
  disabledReason: ['disabled_reason'],
  secrets: ['secrets', storedSecrets],
  failingSince: ['failing_since', storedDateOrNull],
  failingNoticedAt: ['failing_noticed_at', storedDateOrNull],
  updatedAt: ['updated_at', storedDate],
  createdAt: ['created_at', storedDate],
});

/** The subscribers of a tenant. */
export function subscriberStores(schema: string): (session: TenantSession) => SubscriberStore {
  const table = `${schema}.subscribers`;
  const select = `select ${SUBSCRIBER.list} from ${table} where`;
  const one = 'tenant_id = $1 and subscriber_id = $2';
  const find = statement('subscriber_find', `${select} ${one}`);
  const count = statement(
    'subscriber_count',
    `select count(*)::integer as count from ${table} where tenant_id = $1`,
  );
  const insert = statement(
    'subscriber_insert',
    `insert into ${table} (tenant_id, ${SUBSCRIBER.list})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
  );
  const update = statement(
    'subscriber_update',
    `update ${table} set url = $3, description = $4, event_types = $5, naming = $6, enabled = $7,
       disabled_reason = $8, secrets = $9,
       failing_since = case when $10::timestamptz is not null then failing_since end,
       failing_noticed_at = $11, updated_at = $12
     where ${one}`,
  );
  const remove = statement('subscriber_delete', `delete from ${table} where ${one}`);

  return ({ tenantId, query }) => {
    /** From `$2` on: the id, what may change, and when it was created. */
    const valuesOf = (subscriber: Subscriber): unknown[] =>
      SUBSCRIBER.values({ ...subscriber, secrets: JSON.stringify(subscriber.secrets) });

    return {
      async find(subscriberId) {
        const [row] = await query(find, [tenantId, findableUuid(subscriberId)]);
        return row === undefined ? null : SUBSCRIBER.read(row);
      },
      async list({ limit, position }) {
        const { add, bind, text, values } = where();
        add((tenant) => `tenant_id = ${tenant}`, tenantId);
        if (position !== null) {
          const [moment, id] = readMomentPosition(position);
          add((after) => `(created_at, subscriber_id) < (${after}, ${bind(id)})`, moment);
        }
        const inOrder = `order by created_at desc, subscriber_id desc limit ${bind(limit + 1)}`;
        const list = statement('subscriber_list', `${select} ${text()} ${inOrder}`);
        const subscribers = (await query(list, values)).map(SUBSCRIBER.read);
        return pageOf(subscribers, limit, ({ createdAt, id }) => momentPosition(createdAt, id));
      },
      async count() {
        const [row] = (await query(count, [tenantId])) as [{ readonly count: number }];
        return row.count;
      },
      async insert(subscriber) {
        await query(insert, [tenantId, ...valuesOf(subscriber)]);
      },
      async update(subscriber) {
        const [, ...values] = valuesOf(subscriber).slice(0, -1);
        await query(update, [tenantId, findableUuid(subscriber.id), ...values]);
      },
      async delete(subscriberId) {
        await query(remove, [tenantId, findableUuid(subscriberId)]);
      },
    };
  };
}

/** Parses the JSON of encrypted secrets. */
export function storedSecrets(value: unknown): readonly SealedSecret[] {
  const secrets = storedJson(value) as readonly { sealed: string; expiresAt: string | null }[];
  return secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    expiresAt: storedDateOrNull(expiresAt),
  }));
}
