import type { Attempt, Delivery, PageRequest } from '@stepward/core';
import {
  firstUuidAt,
  subscriberShard,
  type DeliveryFilter,
  type DeliveryStore,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import { pageOf } from './page-of.js';
import { readReplayed, replayStatement } from './replay-deliveries.js';
import { statement, type BoundStatement } from '../connection/statement.js';
import { findableUuid, storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { recordColumns } from './record-columns.js';
import { where } from './where.js';

const DELIVERY = recordColumns<Delivery>({
  id: ['delivery_id'],
  subscriberId: ['subscriber_id'],
  eventId: ['event_id'],
  eventType: ['event_type'],
  status: ['status'],
  attempts: ['attempts'],
  dueAt: ['due_at', storedDateOrNull],
  createdAt: ['created_at', storedDate],
  finishedAt: ['finished_at', storedDateOrNull],
  replayOf: ['replay_of'],
});

const ATTEMPT = recordColumns<Attempt>({
  number: ['number'],
  startedAt: ['started_at', storedDate],
  durationMs: ['duration_ms'],
  statusCode: ['status_code'],
  failure: ['failure'],
  responseBody: ['response_body'],
});

/** The deliveries of a tenant's subscribers: the pending ones and the log. */
export function deliveryStores(target: QueueSchema): (session: TenantSession) => DeliveryStore {
  const schema = quoteIdentifier(target.schemaName);
  const { find, attempts, insert, insertWithEvent } = deliveryStatements(schema, target);

  return ({ tenantId, query }) => ({
    async find(subscriberId, deliveryId) {
      const ids = [findableUuid(subscriberId), findableUuid(deliveryId)];
      const [row] = await query(find, [tenantId, ...ids]);
      return row === undefined ? null : DELIVERY.read(row);
    },
    async list(subscriberId, filter, page) {
      const list = listStatement(schema, [tenantId, subscriberId], filter, page);
      const deliveries = (await query(list.statement, list.values)).map(DELIVERY.read);
      return pageOf(deliveries, page.limit, ({ id }) => id);
    },
    async attempts(subscriberId, deliveryId) {
      const ids = [findableUuid(subscriberId), findableUuid(deliveryId)];
      return (await query(attempts, [tenantId, ...ids])).map(ATTEMPT.read);
    },
    async insert(delivery) {
      const rows = await query(insert, insertedValues(tenantId, delivery));
      return rows.length > 0;
    },
    async insertWithEvent(delivery, { organisationId, data, emittedAt }) {
      const event = [organisationId, data, emittedAt];
      await query(insertWithEvent, [...insertedValues(tenantId, delivery), ...event]);
    },
    async replay(request) {
      const replay = replayStatement(target, tenantId, request);
      return readReplayed(await query(replay.statement, replay.values));
    },
  });
}

function listStatement(
  schema: string,
  [tenantId, subscriberId]: readonly [string, string],
  { status, since, until }: DeliveryFilter,
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, values } = where();
  add((tenant) => `tenant_id = ${tenant}`, tenantId);
  add((id) => `subscriber_id = ${id}`, findableUuid(subscriberId));
  add((value) => `status = ${value}`, status);
  add((first) => `delivery_id >= ${first}`, since && firstUuidAt(since));
  add((first) => `delivery_id < ${first}`, until && firstUuidAt(until));
  add((id) => `delivery_id < ${id}`, position);
  const asked = `where ${text()} order by delivery_id desc limit ${bind(limit + 1)}`;
  const select = `(select ${DELIVERY.list} from ${pendingIn(schema)} ${asked})
    union all (select ${DELIVERY.list} from ${endedIn(schema)} ${asked})
    order by delivery_id desc limit ${bind(limit + 1)}`;
  return { statement: statement('delivery_list', select), values };
}

/** Pending deliveries with the columns of {@link DELIVERY.list}. */
function pendingIn(schema: string): string {
  return `(select *, 'pending' as status, null::timestamptz as finished_at
    from ${schema}.pending_deliveries) as pending`;
}

/** Ended deliveries with the columns of {@link DELIVERY.list}. */
function endedIn(schema: string): string {
  return `(select *, null::timestamptz as due_at from ${schema}.deliveries) as ended`;
}

function deliveryStatements(schema: string, target: QueueSchema) {
  const one = 'where tenant_id = $1 and subscriber_id = $2 and delivery_id = $3';
  return {
    find: statement(
      'delivery_find',
      `select ${DELIVERY.list} from ${pendingIn(schema)} ${one}
       union all select ${DELIVERY.list} from ${endedIn(schema)} ${one}`,
    ),
    // The attempt that ended a delivery is in its own row.
    attempts: statement(
      'delivery_attempts',
      `with delivery as (
         select attempts as number, started_at, duration_ms, status_code, failure, response_body from ${schema}.deliveries ${one}
         union all select null, null, null, null, null, null from ${schema}.pending_deliveries ${one}
       )
       select ${ATTEMPT.list} from ${schema}.attempts
       ${one} and exists (select from delivery)
       union all select ${ATTEMPT.list} from delivery where started_at is not null
       order by number`,
    ),
    // The event's row is locked, so that no purge deletes it in the meantime.
    insert: statement(
      'delivery_insert',
      insertFor(
        target,
        `select from ${schema}.events where tenant_id = $1 and event_id = $4 for key share`,
      ),
    ),
    insertWithEvent: statement(
      'delivery_insert_with_event',
      insertFor(
        target,
        `insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at)
         values ($1, $4, $5, $10, $11, $12) returning event_id`,
      ),
    ),
  };
}

/** Inserts a delivery where `event` gives a row. */
function insertFor(target: QueueSchema, event: string): string {
  return `with event as (${event}),
    queued as (
      insert into ${quoteIdentifier(target.schemaName)}.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id,
        event_type, is_first, is_late, attempts, due_at, created_at, replay_of, shard)
      select $1, $2::uuid, $3::uuid, $4::uuid, $5, false, true, 0, $6::timestamptz, $7::timestamptz, $8::uuid, $9
      from event
      returning delivery_id
    )
    select delivery_id, ${announcement(target, 'arrivals')} from queued`;
}

/** The values of `$1` to `$9`. */
function insertedValues(tenantId: string, delivery: Delivery): unknown[] {
  const { id, subscriberId, eventId, eventType, dueAt, createdAt, replayOf } = delivery;
  const head = [tenantId, id, subscriberId, findableUuid(eventId), eventType];
  return [...head, dueAt, createdAt, replayOf, subscriberShard(tenantId, subscriberId)];
}
