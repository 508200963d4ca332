import type { Stepward } from '@stepward/core';
import { createApiKeyHandlers } from '../handlers/api-key-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { createApiKeyBody } from '../schemas/customer-bodies.js';
import { pageQuery } from '../schemas/query-fields.js';

export function apiKeyRoutes({
  apiKeys,
  cursors,
}: Pick<Stepward, 'apiKeys' | 'cursors'>): AnyRoute[] {
  const keys = createApiKeyHandlers(apiKeys, cursors);

  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/api-keys',
      summary: "Lists the tenant's management keys, newest first, revoked ones included.",
      scope: 'api_keys:read',
      body: null,
      query: pageQuery,
      answers: [200],
      refuses: [],
      serve: (caller, { query }) => keys.list(caller, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys',
      summary: 'Makes a management key, and shows its secret this once.',
      scope: 'api_keys:write',
      body: createApiKeyBody,
      query: null,
      answers: [201],
      refuses: ['api_key_invalid', 'api_key_limit_reached', 'scope_not_held'],
      serve: (caller, { body }) => keys.create(caller, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys/:keyId/rotate',
      summary: 'Replaces a management key by a new one with the same name and scopes.',
      scope: 'api_keys:write',
      body: null,
      query: null,
      answers: [201],
      refuses: ['api_key_not_found', 'scope_not_held'],
      serve: (caller, { params }) => keys.rotate(caller, params.keyId),
    }),
    defineRoute({
      api: 'customer',
      method: 'DELETE',
      path: '/v1/customer/api-keys/:keyId',
      summary: 'Revokes a management key.',
      scope: 'api_keys:write',
      body: null,
      query: null,
      answers: [200],
      refuses: ['api_key_not_found'],
      serve: (caller, { params }) => keys.revoke(caller, params.keyId),
    }),
  ];
}
