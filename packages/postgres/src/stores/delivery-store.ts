import type {
  PageRequest,
  Attempt,
  AttemptFailure,
  Delivery,
  DeliveryStatus,
} from '@stepward/core';
import {
  firstUuidAt,
  subscriberShard,
  type DeliveryFilter,
  type DeliveryStore,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote-identifier.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import { pageOf } from './page-of.js';
import { readReplayed, replayStatement } from './replay-deliveries.js';
import { statement, type BoundStatement, type Statement } from '../connection/statement.js';
import { findableUuid, storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { where } from './where.js';

type Operation = 'find' | 'attempts' | 'insert' | 'insertWithEvent';

/** The deliveries of a tenant's subscribers: the pending ones and the log. */
export function deliveryStores(target: QueueSchema): (session: TenantSession) => DeliveryStore {
  const schema = quoteIdentifier(target.schemaName);
  const { find, attempts, insert, insertWithEvent } = deliveryStatements(schema, target);

  return ({ tenantId, query }) => ({
    async find(subscriberId, deliveryId) {
      const ids = [findableUuid(subscriberId), findableUuid(deliveryId)];
      const [row] = (await query(find, [tenantId, ...ids])) as readonly DeliveryRow[];
      return row === undefined ? null : storedDelivery(row);
    },
    async list(subscriberId, filter, page) {
      const list = listStatement(schema, [tenantId, subscriberId], filter, page);
      const rows = (await query(list.statement, list.values)) as readonly DeliveryRow[];
      return pageOf(rows.map(storedDelivery), page.limit, ({ id }) => id);
    },
    async attempts(subscriberId, deliveryId) {
      const ids = [findableUuid(subscriberId), findableUuid(deliveryId)];
      const rows = await query(attempts, [tenantId, ...ids]);
      return (rows as readonly AttemptRow[]).map(storedAttempt);
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
  const select = `(select ${DELIVERY_COLUMNS} from ${pendingIn(schema)} ${asked})
    union all (select ${DELIVERY_COLUMNS} from ${endedIn(schema)} ${asked})
    order by delivery_id desc limit ${bind(limit + 1)}`;
  return { statement: statement('delivery_list', select), values };
}

/** Pending deliveries with the columns of {@link DELIVERY_COLUMNS}. */
function pendingIn(schema: string): string {
  return `(select *, 'pending' as status, null::timestamptz as finished_at
    from ${schema}.pending_deliveries) as pending`;
}

/** Ended deliveries with the columns of {@link DELIVERY_COLUMNS}. */
function endedIn(schema: string): string {
  return `(select *, null::timestamptz as due_at from ${schema}.deliveries) as ended`;
}

function deliveryStatements(
  schema: string,
  target: QueueSchema,
): Readonly<Record<Operation, Statement>> {
  const one = 'where tenant_id = $1 and subscriber_id = $2 and delivery_id = $3';
  return {
    find: statement(
      'delivery_find',
      `select ${DELIVERY_COLUMNS} from ${pendingIn(schema)} ${one}
       union all select ${DELIVERY_COLUMNS} from ${endedIn(schema)} ${one}`,
    ),
    // The attempt that ended a delivery is in its own row.
    attempts: statement(
      'delivery_attempts',
      `with delivery as (
         select attempts as number, ${ATTEMPT_RESULT} from ${schema}.deliveries ${one}
         union all select null, null, null, null, null, null from ${schema}.pending_deliveries ${one}
       )
       select number, ${ATTEMPT_RESULT} from ${schema}.attempts
       where tenant_id = $1 and delivery_id = $3 and exists (select from delivery)
       union all select number, ${ATTEMPT_RESULT} from delivery where started_at is not null
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

interface DeliveryRow {
  readonly delivery_id: string;
  readonly subscriber_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly due_at: unknown;
  readonly created_at: unknown;
  readonly finished_at: unknown;
  readonly replay_of: string | null;
}

const DELIVERY_COLUMNS = `delivery_id, subscriber_id, event_id, event_type, status, attempts,
  due_at, created_at, finished_at, replay_of`;

function storedDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.delivery_id,
    subscriberId: row.subscriber_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    dueAt: storedDateOrNull(row.due_at),
    createdAt: storedDate(row.created_at),
    finishedAt: storedDateOrNull(row.finished_at),
    replayOf: row.replay_of,
  };
}

interface AttemptRow {
  readonly number: number;
  readonly started_at: unknown;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly failure: AttemptFailure | null;
  readonly response_body: string;
}

const ATTEMPT_RESULT = 'started_at, duration_ms, status_code, failure, response_body';

function storedAttempt(row: AttemptRow): Attempt {
  return {
    number: row.number,
    startedAt: storedDate(row.started_at),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    failure: row.failure,
    responseBody: row.response_body,
  };
}
