import type { Attempt, Delivery, PageRequest } from '@stepward/core';
import {
  subscriberShard,
  type DeliveryStore,
  type EnqueuedDeliveries,
  pageOf,
  type ReplayRequest,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import { statement, type BoundStatement } from '../connection/statement.js';
import {
  findableUuid,
  storedDate,
  storedDateOrNull,
  storedSequence,
} from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { changeOrder } from './change-order.js';
import { recordColumns, rowsOf } from './store-parts.js';

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
  sequence: ['sequence', storedSequence],
});

const ATTEMPT = recordColumns<Attempt>({
  number: ['number'],
  startedAt: ['started_at', storedDate],
  durationMs: ['duration_ms'],
  statusCode: ['status_code'],
  failure: ['failure'],
  responseBody: ['response_body'],
  body: ['body'],
  version: ['version'],
});

interface AttemptRow {
  /** Null where no attempt was made. */
  readonly number: number | null;
}

/** The row of a replay. */
interface ReplayedRow {
  readonly count: number;
  readonly more: unknown;
  readonly first_emitted: unknown;
  readonly last_emitted: unknown;
}

const NOTHING_REPLAYED = { more: null, emitted: null };

function readReplayed(row: ReplayedRow): EnqueuedDeliveries {
  const { count, more } = row;
  const [first, last] = [storedDateOrNull(row.first_emitted), storedDateOrNull(row.last_emitted)];
  return { count, more: storedDateOrNull(more), emitted: first && last && { first, last } };
}

/** The deliveries of a tenant's subscribers: the pending ones and the log. */
export function deliveryStores(target: QueueSchema): (session: TenantSession) => DeliveryStore {
  const schema = quoteIdentifier(target.schemaName);
  const { find, insert, insertWithEvent } = deliveryStatements(schema, target);
  const orderIn = changeOrder(target);

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
        const rows = await query(replay.statement, replay.values);
        return readReplayed((rows as readonly [ReplayedRow])[0]);
      }
      const values = insertedValues(tenantId, request.delivery);
      if (request.type === 'again') {
        return { count: (await query(insert, values)).length, ...NOTHING_REPLAYED };
      }
      const { organisationId, data, emittedAt, expiresAt, version } = request.event;
      await query(insertWithEvent, [
        ...values,
        organisationId,
        data,
        emittedAt,
        expiresAt,
        version,
      ]);
      return { count: 1, ...NOTHING_REPLAYED };
    },
    order: orderIn({ tenantId, query }),
  });
}

function listStatement(
  schema: string,
  [tenantId, subscriberId]: readonly [string, string],
  filter: Filter,
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, toStatement } = subscribersRows(tenantId, subscriberId, filter);
  add((id) => `delivery_id < ${id}`, position);
  const asked = `where ${text()} order by delivery_id desc limit ${bind(limit + 1)}`;
  return toStatement(
    'delivery_list',
    `(select ${DELIVERY.list} from ${pendingIn(schema)} ${asked})
     union all (select ${DELIVERY.list} from ${endedIn(schema)} ${asked})
     order by delivery_id desc limit ${bind(limit + 1)}`,
  );
}

type Filter = Parameters<DeliveryStore['list']>[1];

/** Deliveries of a subscriber, which is `$2`, by the filter. */
function subscribersRows(tenantId: string, subscriberId: string, { status, ...range }: Filter) {
  const rows = rowsOf(tenantId);
  rows.addUuid('subscriber_id', subscriberId);
  rows.add((value) => `status = ${value}`, status);
  rows.addRange('delivery_id', range);
  return rows;
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
    // The event's row is locked, so no purge deletes it in the meantime.
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
        `insert into ${schema}.events (tenant_id, event_id, type, organisation_id, data, emitted_at, expires_at, version)
         values ($1, $4, $5, $11, $12, $13, $14, $15) returning event_id`,
      ),
    ),
  };
}

/** Inserts a delivery where `event` gives a row. */
function insertFor(target: QueueSchema, event: string): string {
  return `with event as (${event}),
    queued as (
      insert into ${quoteIdentifier(target.schemaName)}.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id,
        event_type, is_first, is_late, attempts, due_at, created_at, replay_of, shard, sequence)
      select $1, $2::uuid, $3::uuid, $4::uuid, $5, false, true, 0, $6::timestamptz, $7::timestamptz, $8::uuid, $9, $10::bigint
      from event
      returning delivery_id
    )
    select delivery_id, ${announcement(target, 'arrivals')} from queued`;
}

/** The values of `$1` to `$10`. */
function insertedValues(tenantId: string, delivery: Delivery): unknown[] {
  const { id, subscriberId, eventId, eventType, dueAt, createdAt, replayOf, sequence } = delivery;
  const head = [tenantId, id, subscriberId, findableUuid(eventId), eventType];
  return [...head, dueAt, createdAt, replayOf, subscriberShard(tenantId, subscriberId), sequence];
}

/**
 * The statement for a replay by range. Ended deliveries are read oldest first along their key, so a long log
 * costs no more than a short one. An event that has expired is not replayed. An event with several of them is replayed once. An event with a pending delivery is
 * not replayed; that delivery is never a first one, because first deliveries end before anything is replayed. A
 * replay always finishes the millisecond it ends in. The events' rows are locked, so no purge deletes them
 * meanwhile. A dry run is the same without what it locks, inserts and announces.
 */
function replayStatement(
  target: QueueSchema,
  tenantId: string,
  { subscriberId, filter, now, limit, isDryRun }: ReplayRequest,
): BoundStatement {
  const schema = quoteIdentifier(target.schemaName);
  const { bind, text, toStatement } = subscribersRows(tenantId, subscriberId, filter);
  const current = `(event.expires_at is null or event.expires_at > ${bind(now)}::timestamptz)`;
  const replayable = `${schema}.deliveries as delivery
    where ${text()}
      and (select event_id from ${schema}.events as event
        where event.tenant_id = delivery.tenant_id and event.event_id = delivery.event_id and ${current}) is not null
      and (select delivery_id from ${schema}.pending_deliveries as awaited
        where awaited.tenant_id = delivery.tenant_id and awaited.event_id = delivery.event_id
          and awaited.subscriber_id = delivery.subscriber_id and not awaited.is_first
        limit 1) is null`;
  const queued = (): string => {
    const created = `${bind(now)}::timestamptz`;
    const shard = bind(subscriberShard(tenantId, subscriberId));
    return `, queued as (
      insert into ${schema}.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
        is_first, is_late, attempts, due_at, created_at, replay_of, shard, sequence)
      select distinct on (event_id) $1, ${uuidv7(created)}, $2::uuid, event_id, event_type,
        false, true, 0, ${created}, ${created}, delivery_id, ${shard}, sequence
      from oldest where event_id in (select event_id from held) order by event_id, delivery_id
    )`;
  };
  return toStatement(
    isDryRun ? 'delivery_replay_dry_run' : 'delivery_replay',
    `with first as materialized (
      select delivery_id, event_id, event_type, sequence from ${replayable}
      order by delivery_id limit ${bind(limit)}
    ), seam as materialized (
      select delivery_id as reached,
        overlay(delivery_id::text placing 'ffff-ffff-ffffffffffff' from 15)::uuid as moment_end
      from first order by delivery_id desc limit 1
    ), oldest as materialized (
      select * from first
      union all
      select delivery_id, event_id, event_type, sequence from ${replayable}
        and delivery_id > (select reached from seam)
        and delivery_id <= (select moment_end from seam)
    ), held as materialized (
      select event_id, emitted_at from ${schema}.events
      where tenant_id = $1 and event_id in (select event_id from oldest)
      ${isDryRun ? '' : 'for key share'}
    )${isDryRun ? '' : queued()}
    select count(*)::integer as count, min(emitted_at) as first_emitted, max(emitted_at) as last_emitted,
      ${isDryRun ? 'null' : announcement(target, 'arrivals')}, (
      select created_at from ${replayable}
        and delivery_id > (select moment_end from seam)
        and event_id not in (select event_id from oldest)
      order by delivery_id limit 1
    ) as more
    from held`,
  );
}

/**
 * SQL for a new UUID that sorts by its time, to the millisecond, as `uuidv7` of core makes it: Postgres has such a function from
 * version 18 on, and that one uses its own clock. Six bytes of a random UUID become the milliseconds since 1970, and two bits turn
 * its version from 4 into 7.
 */
function uuidv7(time: string): string {
  return `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from ${time}) * 1000)::bigint) from 3) from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid`;
}
