import type { PageRequest, ListedEvent } from '@stepward/core';
import { tenantShard, type EventStore, pageOf } from '@stepward/core/adapter';
import type { BoundStatement } from '../connection/statement.js';
import { storedDate, storedDateOrNull } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { momentPosition, recordColumns, rowsOf } from './store-parts.js';

const LOGGED = recordColumns<Omit<ListedEvent, 'dispatched'>>({
  id: ['event_id'],
  type: ['type'],
  organisationId: ['organisation_id'],
  version: ['version'],
  data: ['data'],
  emittedAt: ['emitted_at', storedDate],
  expiresAt: ['expires_at', storedDateOrNull],
});

/** The events of a tenant. */
export function eventStores(schema: string): (session: TenantSession) => EventStore {
  return ({ tenantId, query }) => ({
    async list(filter, page) {
      const list = listStatement(schema, tenantId, filter, page);
      const rows = await query(list.statement, list.values);
      const events = rows.map((row): ListedEvent => {
        const { dispatched } = row as Pick<ListedEvent, 'dispatched'>;
        return { ...LOGGED.read(row), dispatched };
      });
      return pageOf(events, page, ({ emittedAt, id }) => momentPosition(emittedAt, id));
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
  { eventId, type, organisationId, since, until }: Parameters<EventStore['list']>[0],
  { limit, position }: PageRequest,
): BoundStatement {
  const { add, addAfter, addUuid, bind, text, toStatement } = rowsOf(tenantId);
  addUuid('event_id', eventId);
  add((value) => `type = ${value}`, type);
  add((id) => `organisation_id = ${id}`, organisationId);
  add((moment) => `emitted_at >= ${moment}`, since);
  add((moment) => `emitted_at < ${moment}`, until);
  addAfter('emitted_at', 'event_id', position);
  const newest = 'order by emitted_at desc, event_id desc';
  const page = `${newest} limit ${bind(limit + 1)}`;
  // Looked up for each event: for `not exists`, a plan may read the whole table first.
  const isNone = (table: string, condition: string): string =>
    `(select event_id from ${schema}.${table} where ${condition} limit 1) is null`;
  const sameId = 'tenant_id = event.tenant_id and event_id = event.event_id';
  return toStatement(
    'event_list',
    `with logged as materialized (
      select ${LOGGED.list}, ${isNone('outbox', `${sameId} and dispatched_to is not null`)} as dispatched
      from ${schema}.events as event where ${text()} ${page}
    ), reached as (
      select coalesce((select emitted_at from logged ${newest} offset ${bind(limit)}), '-infinity')
    )
    select * from (
      select * from logged
      union all
      (select ${LOGGED.list}, false from ${schema}.outbox as event
        where shard = ${bind(tenantShard(tenantId))} and ${text()} and emitted_at >= (select * from reached)
          and ${isNone('events', sameId)}
          and ${isNone('outbox', `${sameId} and arrival < event.arrival`)} ${page})
    ) as event ${page}`,
  );
}
