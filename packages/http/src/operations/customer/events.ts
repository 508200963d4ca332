import type { Stepward, ListedEvent } from '@stepward/core';
import { z } from 'zod';
import { Refusal, refuse, reply } from '../../answer.js';
import { eventTypeFilter, id, idFilter, pageOf, rangeQuery, text, time } from '../parts/fields.js';
import { listCursors } from '../parts/list-cursors.js';
import { defineOperation, type AnyOperation } from '../operation.js';

const eventRecord = z
  .object({
    id,
    event_type: text('user.created'),
    organisation_id: text('org_1c9e').nullable(),
    version: z.iso
      .date()
      .nullable()
      .meta({
        description: 'The version of its type that `data` is in; null where the type has none.',
        examples: ['2026-11-01'],
      }),
    idempotency_key: id,
    data: z.record(z.string(), z.unknown()).meta({
      description: "The fields of the event's type, as its deliveries have them.",
      examples: [{ id: 'usr_7f3a', email: 'ada@example.com' }],
    }),
    created_at: time,
    expires_at: time.nullable().meta({ description: 'It is not delivered from then on.' }),
    dispatched: z.boolean().meta({
      description: 'Whether its deliveries were made; `false` while it waits for a worker.',
    }),
  })
  .meta({ title: 'Event' });

const PATH = '/v1/customer/events';

/** What happened in the tenant. */
export function eventOperations({
  events,
  eventRegistry,
  cursors,
}: Pick<Stepward, 'events' | 'eventRegistry' | 'cursors'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listEvents',
      api: 'customer',
      method: 'GET',
      path: PATH,
      summary: "Lists the tenant's events, newest first.",
      scope: 'events:read',
      params: {},
      query: rangeQuery.extend({ type: eventTypeFilter(eventRegistry), organisation_id: idFilter }),
      answers: { 200: pageOf(eventRecord) },
      async serve({ tenantId }, { query: { type, organisation_id, since, until, ...query } }) {
        const filter = { type, organisationId: organisation_id, since, until };
        const list = listCursors(cursors, ['events', tenantId, JSON.stringify(filter)]);
        const page = list.open(query);
        if (page instanceof Refusal) return page;
        return list.reply(await events.list(tenantId, filter, page), eventBody);
      },
    }),
    defineOperation({
      id: 'getEvent',
      api: 'customer',
      method: 'GET',
      path: `${PATH}/:eventId`,
      summary: 'Shows an event by its id, the `idempotency_key` of its deliveries.',
      scope: 'events:read',
      params: { eventId: id },
      query: z.object({
        version: z.iso
          .date()
          .optional()
          .meta({
            description:
              'The version of `data`: the newest that is not later than this date, or the first. By default the one that it was emitted in.',
            examples: ['2026-11-01'],
          }),
      }),
      answers: { 200: eventRecord },
      refuses: ['event_not_found', 'event_version_unavailable'],
      async serve({ tenantId }, { params: { eventId }, query }) {
        const found = await events.get(tenantId, eventId, query);
        return found.match((event) => reply(200, eventBody(event)), refuse);
      },
    }),
  ];
}

/** The data was written by `JSON.stringify`, so parsing and serialising it does not change it. */
function eventBody({
  id: eventId,
  type,
  organisationId,
  version,
  data,
  emittedAt,
  expiresAt,
  dispatched,
}: ListedEvent) {
  return {
    id: eventId,
    event_type: type,
    organisation_id: organisationId,
    version,
    idempotency_key: eventId,
    data: JSON.parse(data) as Readonly<Record<string, unknown>>,
    created_at: emittedAt,
    expires_at: expiresAt,
    dispatched,
  };
}
