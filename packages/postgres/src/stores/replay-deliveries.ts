import {
  firstUuidAt,
  subscriberShard,
  type EnqueuedDeliveries,
  type ReplayRequest,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { announcement, type QueueSchema } from '../queue/news.js';
import { statement, type BoundStatement } from '../connection/statement.js';
import { findableUuid, storedDateOrNull } from '../connection/stored-values.js';
import { where } from './where.js';

/**
 * The statement for a replay by range. Ended deliveries are read oldest first along their key, so that a long log
 * costs no more than a short one. An event with several of them is replayed once. An event with a pending delivery is
 * not replayed; that delivery is never a first one, because first deliveries end before anything is replayed. A
 * replay always finishes the millisecond it ends in. The events' rows are locked, so that no purge deletes them
 * meanwhile.
 */
export function replayStatement(
  target: QueueSchema,
  tenantId: string,
  { subscriberId, filter: { status, since, until }, now, limit }: ReplayRequest,
): BoundStatement {
  const schema = quoteIdentifier(target.schemaName);
  const { add, bind, text, values } = where();
  const tenant = bind(tenantId);
  const subscriber = bind(findableUuid(subscriberId));
  add((value) => `delivery.status = ${value}`, status);
  add((first) => `delivery.delivery_id >= ${first}`, since && firstUuidAt(since));
  add((first) => `delivery.delivery_id < ${first}`, until && firstUuidAt(until));
  const asked = text();
  const created = `${bind(now)}::timestamptz`;
  const shard = bind(subscriberShard(tenantId, subscriberId));
  const replayable = `${schema}.deliveries as delivery
    where delivery.tenant_id = ${tenant} and delivery.subscriber_id = ${subscriber}
      ${asked === '' ? '' : `and ${asked}`}
      and (select event_id from ${schema}.events as event
        where event.tenant_id = delivery.tenant_id and event.event_id = delivery.event_id) is not null
      and (select delivery_id from ${schema}.pending_deliveries as awaited
        where awaited.tenant_id = delivery.tenant_id and awaited.event_id = delivery.event_id
          and awaited.subscriber_id = delivery.subscriber_id and not awaited.is_first
        limit 1) is null`;
  const replay = `with first as materialized (
      select delivery_id, event_id, event_type from ${replayable}
      order by delivery_id limit ${bind(limit)}
    ), seam as materialized (
      select delivery_id as reached,
        overlay(delivery_id::text placing 'ffff-ffff-ffffffffffff' from 15)::uuid as moment_end
      from first order by delivery_id desc limit 1
    ), oldest as materialized (
      select * from first
      union all
      select delivery_id, event_id, event_type from ${replayable}
        and delivery_id > (select reached from seam)
        and delivery_id <= (select moment_end from seam)
    ), held as materialized (
      select event_id from ${schema}.events
      where tenant_id = ${tenant} and event_id in (select event_id from oldest)
      for key share
    ), queued as (
      insert into ${schema}.pending_deliveries (tenant_id, delivery_id, subscriber_id, event_id, event_type,
        is_first, is_late, attempts, due_at, created_at, replay_of, shard)
      select distinct on (event_id) ${tenant}, ${uuidv7(created)}, ${subscriber}::uuid, event_id, event_type,
        false, true, 0, ${created}, ${created}, delivery_id, ${shard}
      from oldest where event_id in (select event_id from held) order by event_id, delivery_id
      returning delivery_id
    )
    select (select count(*)::integer from queued) as count, ${announcement(target, 'arrivals')}, (
      select created_at from ${replayable}
        and delivery_id > (select moment_end from seam)
        and event_id not in (select event_id from oldest)
      order by delivery_id limit 1
    ) as more`;
  return { statement: statement('delivery_replay', replay), values };
}

export function readReplayed(rows: readonly unknown[]): EnqueuedDeliveries {
  const [row] = rows as [{ readonly count: number; readonly more: unknown }];
  return { count: row.count, more: storedDateOrNull(row.more) };
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
