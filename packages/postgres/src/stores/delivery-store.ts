import type { Attempt, Delivery, PageRequest } from '@stepward/core';
import { firstUuidAt, subscriberShard, type DeliveryStore, pageOf } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { announcement, type QueueSchema } from '../queue/news.js';
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

interface AttemptRow {
  /** Null where no attempt was made. */
  readonly number: number | null;
}

/** The deliveries of a tenant's subscribers: the pending ones and the log. */
export function deliveryStores(target: QueueSchema): (session: TenantSession) => DeliveryStore {
  const schema = quoteIdentifier(target.schemaName);
  const { find, insert, insertWithEvent } = deliveryStatements(schema, target);

  return ({ tenantId, query }) => ({
    async find(subscriberId, deliveryId) {
      const ids = [findableUuid(subscriberId), findableUuid(deliveryId)];
      const rows = await query(find, [tenantId, ...ids]);
      if (rows[0] === undefined) return null;
      const attempts = (rows as readonly AttemptRow[]).filter(({ number }) => number !== null);
      return { delivery: DELIVERY.read(rows[0]), attempts: attempts.map(ATTEMPT.read) };
    },
    async list(subscriberId, filter, page) {
      const list = listStatement(schema, [tenantId, subscriberId], filter, page);
      const deliveries = (await query(list.statement, list.values)).map(DELIVERY.read);
      return pageOf(deliveries, page, ({ id }) => id);
    },
    async enqueue(request) {
      if (request.type === 'replay') {
        const replay = replayStatement(target, tenantId, request);
        return readReplayed(await query(replay.statement, replay.values));
      }
      const values = insertedValues(tenantId, request.delivery);
      if (request.type === 'again') {
        return { count: (await query(insert, values)).length, more: null };
      }
      const { organisationId, data, emittedAt } = request.event;
      await query(insertWithEvent, [...values, organisationId, data, emittedAt]);
      return { count: 1, more: null };
    },
  });
}

function listStatement(
  schema: string,
  [tenantId, subscriberId]: readonly [string, string],
  { status, since, until }: Parameters<DeliveryStore['list']>[1],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, values } = where();
  add((tenant) => `tenant_id = ${tenant}`, tenantId);
  const subscriber = `subscriber_id = ${bind(findableUuid(subscriberId))}`;
  add((value) => `status = ${value}`, status);
  add((first) => `delivery_id >= ${first}`, since && firstUuidAt(since));
  add((first) => `delivery_id < ${first}`, until && firstUuidAt(until));
  add((id) => `delivery_id < ${id}`, position);
  const asked = `where ${text()} and ${subscriber} order by delivery_id desc limit ${bind(limit + 1)}`;
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
    // A row for each attempt, or one without. The attempt that ended a delivery is in the delivery's own row.
    find: statement(
      'delivery_find',
      `with ended as (select *, attempts as number from ${schema}.deliveries ${one}),
       delivery as (
         select ${DELIVERY.list} from ${pendingIn(schema)} ${one}
         union all select ${DELIVERY.list} from (select *, null::timestamptz as due_at from ended) as ended
       ),
       attempt as (
         select ${ATTEMPT.list} from ${schema}.attempts ${one}
         union all select ${ATTEMPT.list} from ended where started_at is not null
       )
       select * from delivery left join attempt on true order by number`,
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
