import type { PageRequest, ListedEvent } from '@stepward/core';
import { tenantShard, type EventStore, pageOf } from '@stepward/core/adapter';
import { statement, type BoundStatement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { momentPosition, readMomentPosition } from './moment-position.js';
import { where } from './where.js';

/** The events of a tenant. */
export function eventStores(schema: string): (session: TenantSession) => EventStore {
  return ({ tenantId, query }) => ({
    async list(filter, page) {
      const list = listStatement(schema, tenantId, filter, page);
      const rows = (await query(list.statement, list.values)) as readonly EventRow[];
      return pageOf(rows.map(listedEvent), page, positionOf);
    },
  });
}

/**
 * Selects events of the log and of the outbox. A dispatch that has begun has logged its event, and its row is still there.
 *
 * Where the log fills the page, the outbox is read no further back. So of the rows that were dispatched, and are not vacuumed yet, it
 * steps only over those of events on the page.
 */
function listStatement(
  schema: string,
  tenantId: string,
  { type, organisationId, since, until }: Parameters<EventStore['list']>[0],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, bind, text, values } = where();
  add((tenant) => `tenant_id = ${tenant}`, tenantId);
  add((value) => `type = ${value}`, type);
  add((id) => `organisation_id = ${id}`, organisationId);
  add((moment) => `emitted_at >= ${moment}`, since);
  add((moment) => `emitted_at < ${moment}`, until);
  if (position !== null) {
    const [moment, id] = readMomentPosition(position);
    add((after) => `(emitted_at, event_id) < (${after}, ${bind(id)})`, moment);
  }
  const newest = 'order by emitted_at desc, event_id desc';
  const page = `${newest} limit ${bind(limit + 1)}`;
  // Looked up for each event: for `not exists`, a plan may read the whole table first.
  const isNone = (table: string, condition: string): string =>
    `(select event_id from ${schema}.${table} where ${condition} limit 1) is null`;
  const sameId = 'tenant_id = event.tenant_id and event_id = event.event_id';
  const select = `with logged as materialized (
      select ${EVENT_COLUMNS}, ${isNone('outbox', `${sameId} and dispatched_to is not null`)} as dispatched
      from ${schema}.events as event where ${text()} ${page}
    ), reached as (
      select coalesce((select emitted_at from logged ${newest} offset ${bind(limit)}), '-infinity')
    )
    select * from (
      select * from logged
      union all
      (select ${EVENT_COLUMNS}, false from ${schema}.outbox as event
        where shard = ${bind(tenantShard(tenantId))} and ${text()} and emitted_at >= (select * from reached)
          and ${isNone('events', sameId)}
          and ${isNone('outbox', `${sameId} and (queued_by, ctid) < (event.queued_by, event.ctid)`)} ${page})
    ) as event ${page}`;
  return { statement: statement('event_list', select), values };
}

function positionOf({ emittedAt, id }: ListedEvent): string {
  return momentPosition(emittedAt, id);
}

interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly organisation_id: string | null;
  readonly data: string;
  readonly emitted_at: unknown;
  readonly dispatched: boolean;
}

const EVENT_COLUMNS = 'event_id, type, organisation_id, data, emitted_at';

function listedEvent(row: EventRow): ListedEvent {
  return {
    id: row.event_id,
    type: row.type,
    organisationId: row.organisation_id,
    data: row.data,
    emittedAt: storedDate(row.emitted_at),
    dispatched: row.dispatched,
  };
}
