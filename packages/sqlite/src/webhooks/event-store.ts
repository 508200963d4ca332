import type { ListedEvent } from '@stepward/core';
import {
  type EventStore,
  pageOf,
  type PreparedEvent,
  type StoredEvent,
  tenantShard,
} from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import {
  afterTime,
  type Fields,
  fieldsOf,
  type Session,
  timePage,
  timePosition,
  within,
} from '../rows/index.js';

export const EVENT: Fields<StoredEvent> = fieldsOf<StoredEvent>(
  {
    id: 'plain',
    type: 'plain',
    organisationId: 'plain',
    version: 'plain',
    data: 'plain',
    emittedAt: 'time',
    expiresAt: 'time',
  },
  { id: 'event_id' },
);

/** Of the outbox, events that are not in the log, each once. */
const LIST = `
  select ${EVENT.selected}, dispatched from (
    select ${EVENT.columns}, not exists (
        select 1 from stepward_outbox as waiting
          where waiting.tenant_id = @tenantId and waiting.event_id = logged.event_id
            and dispatched_to is not null
      ) as dispatched
      from stepward_events as logged where tenant_id = @tenantId
    union all
    select ${EVENT.columns}, false from stepward_outbox as waiting
      where tenant_id = @tenantId
        and not exists (
          select 1 from stepward_events as logged
            where logged.tenant_id = @tenantId and logged.event_id = waiting.event_id
        )
        and not exists (
          select 1 from stepward_outbox as earlier
            where earlier.tenant_id = @tenantId and earlier.event_id = waiting.event_id
              and earlier.arrival < waiting.arrival
        )
  )
  where (@eventId is null or event_id = @eventId)
    and (@type is null or type = @type)
    and (@organisationId is null or organisation_id = @organisationId)
    and ${within('emitted_at')} and ${afterTime('emitted_at', 'event_id')}`;

export function eventStore({ sql }: Session): EventStore {
  return {
    async list(filter, page) {
      const rows = sql.all(LIST, { ...filter, ...timePage(page) });
      const events = rows.map((row) => {
        const { dispatched } = row as { readonly dispatched: number };
        return { ...EVENT.read(row), dispatched: dispatched === 1 } satisfies ListedEvent;
      });
      return pageOf(events, page, ({ emittedAt, id }) => timePosition(emittedAt, id));
    },
  };
}

/** Appends an event of any tenant to the outbox. */
export function appendEvent(
  sql: Sql,
  tenantId: string,
  { event, patterns, orderingKey }: PreparedEvent,
): void {
  sql.run(
    `insert into stepward_outbox (tenant_id, shard, patterns, ordering_key, ${EVENT.columns})
      values (@tenantId, @shard, @patterns, @orderingKey, ${EVENT.parameters})`,
    {
      ...EVENT.values(event),
      tenantId,
      shard: tenantShard(tenantId),
      patterns: JSON.stringify(patterns),
      orderingKey,
    },
  );
}

/** Stores an event in the log; the first of an id stays. Returns whether it was the first. */
export function logEvent(sql: Sql, tenantId: string, event: StoredEvent): boolean {
  const stored = sql.run(
    `insert into stepward_events (tenant_id, ${EVENT.columns})
      values (@tenantId, ${EVENT.parameters}) on conflict do nothing`,
    { ...EVENT.values(event), tenantId },
  );
  return stored > 0;
}
