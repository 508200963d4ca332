import type { Subscriber, DisabledReason, EventNaming } from '@stepward/core';
import type { SubscriberStore, SealedSecret } from '@stepward/core/adapter';
import { momentPosition, readMomentPosition, pageOf } from './page-of.js';
import { statement, type Statement } from '../connection/statement.js';
import {
  findableUuid,
  storedDate,
  storedDateOrNull,
  storedJson,
} from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

type Operation = 'find' | 'listFirst' | 'listNext' | 'count' | 'insert' | 'update' | 'delete';

/** The subscribers of a tenant. */
export function subscriberStores(schema: string): (session: TenantSession) => SubscriberStore {
  const statements = subscriberStatements(schema);

  return ({ tenantId, query }) => ({
    async find(subscriberId) {
      const rows = await query(statements.find, [tenantId, findableUuid(subscriberId)]);
      const [row] = rows as readonly SubscriberRow[];
      return row === undefined ? null : storedSubscriber(row);
    },
    async list({ limit, position }) {
      const after = position === null ? [] : readMomentPosition(position);
      const list = position === null ? statements.listFirst : statements.listNext;
      const rows = (await query(list, [tenantId, limit + 1, ...after])) as readonly SubscriberRow[];
      return pageOf(rows.map(storedSubscriber), limit, positionOf);
    },
    async count() {
      const [row] = (await query(statements.count, [tenantId])) as [{ readonly count: number }];
      return row.count;
    },
    async insert(subscriber) {
      const { id, createdAt } = subscriber;
      await query(statements.insert, [tenantId, id, ...changeable(subscriber), createdAt]);
    },
    async update(subscriber) {
      const id = findableUuid(subscriber.id);
      await query(statements.update, [tenantId, id, ...changeable(subscriber)]);
    },
    async delete(subscriberId) {
      await query(statements.delete, [tenantId, findableUuid(subscriberId)]);
    },
  });
}

/** The values of `$3` to `$12`. */
function changeable(subscriber: Subscriber): unknown[] {
  const { url, description, eventTypes, naming, enabled, disabledReason } = subscriber;
  const { secrets, failingSince, failingNoticedAt, updatedAt } = subscriber;
  const named = [url, description, eventTypes, naming, enabled, disabledReason];
  return [...named, JSON.stringify(secrets), failingSince, failingNoticedAt, updatedAt];
}

function subscriberStatements(schema: string): Readonly<Record<Operation, Statement>> {
  const table = `${schema}.subscribers`;
  const select = `select ${SUBSCRIBER_COLUMNS} from ${table} where tenant_id = $1`;
  const newestFirst = 'order by created_at desc, subscriber_id desc limit $2';
  const one = 'tenant_id = $1 and subscriber_id = $2';
  return {
    find: statement('subscriber_find', `${select} and subscriber_id = $2`),
    listFirst: statement('subscriber_list', `${select} ${newestFirst}`),
    listNext: statement(
      'subscriber_list_next',
      `${select} and (created_at, subscriber_id) < ($3, $4) ${newestFirst}`,
    ),
    count: statement(
      'subscriber_count',
      `select count(*)::integer as count from ${table} where tenant_id = $1`,
    ),
    insert: statement(
      'subscriber_insert',
      `insert into ${table} (tenant_id, subscriber_id, url, description, event_types, naming, enabled,
         disabled_reason, secrets, failing_since, failing_noticed_at, updated_at, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    ),
    update: statement(
      'subscriber_update',
      `update ${table} set url = $3, description = $4, event_types = $5, naming = $6, enabled = $7,
         disabled_reason = $8, secrets = $9,
         failing_since = case when $10::timestamptz is not null then failing_since end,
         failing_noticed_at = $11, updated_at = $12
       where ${one}`,
    ),
    delete: statement('subscriber_delete', `delete from ${table} where ${one}`),
  };
}

function positionOf({ createdAt, id }: Subscriber): string {
  return momentPosition(createdAt, id);
}

export interface SubscriberRow {
  readonly subscriber_id: string;
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly naming: EventNaming;
  readonly enabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly secrets: unknown;
  readonly failing_since: unknown;
  readonly failing_noticed_at: unknown;
  readonly created_at: unknown;
  readonly updated_at: unknown;
}

const SUBSCRIBER_COLUMNS = `subscriber_id, url, description, event_types, naming, enabled,
  disabled_reason, secrets, failing_since, failing_noticed_at, created_at, updated_at`;

function storedSubscriber(row: SubscriberRow): Subscriber {
  return {
    id: row.subscriber_id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    naming: row.naming,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    secrets: storedSecrets(row.secrets),
    failingSince: storedDateOrNull(row.failing_since),
    failingNoticedAt: storedDateOrNull(row.failing_noticed_at),
    createdAt: storedDate(row.created_at),
    updatedAt: storedDate(row.updated_at),
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
