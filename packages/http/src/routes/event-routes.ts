import type { Stepward } from '@stepward/core';
import { createEventHandlers } from '../handlers/event-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { eventsQuery } from '../schemas/query-fields.js';

export function eventRoutes({ events, cursors }: Pick<Stepward, 'events' | 'cursors'>): AnyRoute[] {
  const handlers = createEventHandlers(events, cursors);

  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/events',
      summary: "Lists the tenant's events, newest first.",
      scope: 'events:read',
      body: null,
      query: eventsQuery,
      answers: [200],
      refuses: [],
      serve: (caller, { query }) => handlers.list(caller, query),
    }),
  ];
}
