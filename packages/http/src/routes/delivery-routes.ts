import type { Stepward } from '@stepward/core';
import { createDeliveryHandlers } from '../handlers/delivery-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { deliveriesQuery } from '../schemas/query-fields.js';
import { replayBody } from '../schemas/webhook-bodies.js';

const SUBSCRIBER = '/v1/customer/webhooks/:webhookId';

export function deliveryRoutes({
  deliveries,
  cursors,
}: Pick<Stepward, 'deliveries' | 'cursors'>): AnyRoute[] {
  const handlers = createDeliveryHandlers(deliveries, cursors);

  return [
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${SUBSCRIBER}/test`,
      scope: 'webhooks:write',
      body: null,
      query: null,
      serve: (caller, { params }) => handlers.sendTest(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${SUBSCRIBER}/replay`,
      scope: 'webhooks:write',
      body: replayBody,
      query: null,
      serve: (caller, { params, body }) => handlers.replayRange(caller, params.webhookId, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: `${SUBSCRIBER}/deliveries`,
      scope: 'webhooks:read',
      body: null,
      query: deliveriesQuery,
      serve: (caller, { params, query }) => handlers.list(caller, params.webhookId, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: `${SUBSCRIBER}/deliveries/:deliveryId`,
      scope: 'webhooks:read',
      body: null,
      query: null,
      serve: (caller, { params }) => handlers.get(caller, params.webhookId, params.deliveryId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${SUBSCRIBER}/deliveries/:deliveryId/replay`,
      scope: 'webhooks:write',
      body: null,
      query: null,
      serve: (caller, { params }) => handlers.replay(caller, params.webhookId, params.deliveryId),
    }),
  ];
}
