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
      summary: 'Sends a `webhook.test` event to a webhook.',
      scope: 'webhooks:write',
      body: null,
      query: null,
      answers: [202],
      refuses: ['subscriber_disabled', 'subscriber_not_found'],
      serve: (caller, { params }) => handlers.sendTest(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${SUBSCRIBER}/replay`,
      summary: 'Sends the events of a range again.',
      scope: 'webhooks:write',
      body: replayBody,
      query: null,
      answers: [202],
      refuses: ['subscriber_disabled', 'subscriber_not_found', 'webhook_request_invalid'],
      serve: (caller, { params, body }) => handlers.replayRange(caller, params.webhookId, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: `${SUBSCRIBER}/deliveries`,
      summary: "Lists a webhook's deliveries, newest first.",
      scope: 'webhooks:read',
      body: null,
      query: deliveriesQuery,
      answers: [200],
      refuses: ['subscriber_not_found'],
      serve: (caller, { params, query }) => handlers.list(caller, params.webhookId, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: `${SUBSCRIBER}/deliveries/:deliveryId`,
      summary: 'Shows a delivery with its attempts.',
      scope: 'webhooks:read',
      body: null,
      query: null,
      answers: [200],
      refuses: ['delivery_not_found', 'subscriber_not_found'],
      serve: (caller, { params }) => handlers.get(caller, params.webhookId, params.deliveryId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${SUBSCRIBER}/deliveries/:deliveryId/replay`,
      summary: 'Sends one event again.',
      scope: 'webhooks:write',
      body: null,
      query: null,
      answers: [202],
      refuses: [
        'delivery_pending',
        'delivery_not_found',
        'payload_purged',
        'subscriber_disabled',
        'subscriber_not_found',
      ],
      serve: (caller, { params }) => handlers.replay(caller, params.webhookId, params.deliveryId),
    }),
  ];
}
