import type { PageRequest } from '@stepward/core';
import type { EventFilter, EventStore, StoredEvent } from '@stepward/core/adapter';
import { appendEventsStatement, appendEventsValues, outboxRow } from '../outbox/append-event.js';
import { dispatchForReading, tenantDispatch } from '../outbox/dispatch-events.js';
import { momentPosition, readMomentPosition, pageOf } from './page-of.js';
import { statement, type BoundStatement } from '../connection/statement.js';
import { storedDate } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';
import { where } from './where.js';

/** The events of a tenant. */
export function eventStores(schema: string): (session: TenantSession) => EventStore {
  const append = appendEventsStatement(schema);
  const dispatch = tenantDispatch(schema);

  return (session) => ({
    async append(event, patterns) {
      const row = outboxRow(session.tenantId, { event, patterns });
      await session.query(append, appendEventsValues([row]));
    },
    async list(filter, page) {
      const { tenantId, query } = session;
      await dispatchForReading(session, dispatch);
      const list = listStatement(schema, tenantId, filter, page);
      const rows = (await query(list.statement, list.values)) as readonly EventRow[];
      return pageOf(rows.map(storedEvent), page.limit, positionOf);
    },
  });
}

function listStatement(
  schema: string,
  tenantId: string,
  { type, organisationId, since, until }: EventFilter,
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
  const select = `select ${EVENT_COLUMNS} from ${schema}.events
    where ${text()} order by emitted_at desc, event_id desc limit ${bind(limit + 1)}`;
  return { statement: statement('event_list', select), values };
}

function positionOf({ emittedAt, id }: StoredEvent): string {
  return momentPosition(emittedAt, id);
}

interface EventRow {
  readonly event_id: string;
  readonly type: string;
  readonly organisation_id: string | null;
  readonly data: string;
  readonly emitted_at: unknown;
}

const EVENT_COLUMNS = 'event_id, type, organisation_id, data, emitted_at';

function storedEvent(row: EventRow): StoredEvent {
  return {
    id: row.event_id,
    type: row.type,
    organisationId: row.organisation_id,
    data: row.data,
    emittedAt: storedDate(row.emitted_at),
  };
}
