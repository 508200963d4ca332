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
      summary: "Lists the tenant's webhooks, newest first.",
      scope: 'webhooks:read',
      body: null,
      query: pageQuery,
      answers: [200],
      refuses: [],
      serve: (caller, { query }) => handlers.list(caller, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: PATH,
      summary: 'Registers a webhook, and shows its secret this once.',
      scope: 'webhooks:write',
      body: subscriberBody,
      query: null,
      answers: [201],
      refuses: ['subscriber_invalid', 'subscriber_limit_reached', 'webhooks_not_configured'],
      serve: (caller, { body }) => handlers.create(caller, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: ONE,
      summary: 'Shows a webhook.',
      scope: 'webhooks:read',
      body: null,
      query: null,
      answers: [200],
      refuses: ['subscriber_not_found'],
      serve: (caller, { params }) => handlers.get(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'PATCH',
      path: ONE,
      summary: 'Changes what is given of a webhook.',
      scope: 'webhooks:write',
      body: subscriberBody,
      query: null,
      answers: [200],
      refuses: ['subscriber_invalid', 'subscriber_not_found', 'webhooks_not_configured'],
      serve: (caller, { params, body }) => handlers.change(caller, params.webhookId, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'DELETE',
      path: ONE,
      summary: 'Removes a webhook.',
      scope: 'webhooks:write',
      body: null,
      query: null,
      answers: [200],
      refuses: ['subscriber_not_found'],
      serve: (caller, { params }) => handlers.remove(caller, params.webhookId),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: `${ONE}/rotate-secret`,
      summary: 'Makes a new signing secret, and shows it this once.',
      scope: 'webhooks:write',
      body: rotateSecretBody,
      query: null,
      answers: [200],
      refuses: ['subscriber_not_found', 'webhook_request_invalid', 'webhooks_not_configured'],
      serve: (caller, { params, body }) => handlers.rotateSecret(caller, params.webhookId, body),
    }),
  ];
}
