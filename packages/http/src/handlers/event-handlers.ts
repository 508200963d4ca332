import type { EventService, ManagementCaller } from '@stepward/core';
import type { Cursors, StoredEvent } from '@stepward/core/adapter';
import type { QueryInvalid } from '../http-failure.js';
import { Refusal } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { EventsQuery } from '../schemas/query-fields.js';
import { listCursors } from './list-cursors.js';

/** The handler of `/v1/customer/events`. */
export interface EventHandlers {
  /** A page of the tenant's events, newest first. */
  list(caller: ManagementCaller, query: EventsQuery): Promise<Reply<200> | Refusal<QueryInvalid>>;
}

export function createEventHandlers(events: EventService, cursors: Cursors): EventHandlers {
  return {
    async list({ tenantId }, { type, organisation_id: organisationId, since, until, ...query }) {
      const filter = { type, organisationId, since, until };
      const list = listCursors(cursors, ['events', tenantId, JSON.stringify(filter)]);
      const page = list.open(query);
      if (page instanceof Refusal) return page;
      return list.reply(await events.list(tenantId, filter, page), eventBody);
    },
  };
}

/** The data was written by `JSON.stringify`, so what is read here is written again as it was. */
function eventBody({ id, type, organisationId, data, emittedAt }: StoredEvent): object {
  return {
    id,
    event_type: type,
    organisation_id: organisationId,
    idempotency_key: id,
    data: JSON.parse(data) as unknown,
    created_at: emittedAt,
  };
}
