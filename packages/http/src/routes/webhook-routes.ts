import type { Stepward } from '@stepward/core';
import { createSubscriberHandlers } from '../handlers/subscriber-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { pageQuery } from '../schemas/query-fields.js';
import { rotateSecretBody, subscriberBody } from '../schemas/webhook-bodies.js';

const PATH = '/v1/customer/webhooks';
const ONE = `${PATH}/:webhookId` as const;

export function webhookRoutes({
  subscribers,
  cursors,
}: Pick<Stepward, 'subscribers' | 'cursors'>): AnyRoute[] {
  const handlers = createSubscriberHandlers(subscribers, cursors);

  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: PATH,
      scope: 'webhooks:read',
      body: null,
      query: pageQuery,
      serve: (caller, { query }) => handlers.list(caller, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: PATH,
      scope: 'webhooks:write',
      body: subscriberBody,
      query: null,
      serve: (caller, { body }) => handlers.create(caller, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: ONE,
      scope: 'webhooks:read',
      body: null,
      query: null,
      serve: (caller, { params }) => handlers.get(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'PATCH',
      path: ONE,
      scope: 'webhooks:write',
      body: subscriberBody,
      query: null,
      serve: (caller, { params, body }) => handlers.change(caller, params.webhookId, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'DELETE',
      path: ONE,
      scope: 'webhooks:write',
      body: null,
      query: null,
      serve: (caller, { params }) => handlers.remove(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${ONE}/rotate-secret`,
      scope: 'webhooks:write',
      body: rotateSecretBody,
      query: null,
      serve: (caller, { params, body }) => handlers.rotateSecret(caller, params.webhookId, body),
    }),
  ];
}
