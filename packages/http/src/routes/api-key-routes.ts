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
      scope: 'api_keys:read',
      body: null,
      query: pageQuery,
      serve: (caller, { query }) => keys.list(caller, query),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys',
      scope: 'api_keys:write',
      body: createApiKeyBody,
      query: null,
      serve: (caller, { body }) => keys.create(caller, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys/:keyId/rotate',
      scope: 'api_keys:write',
      body: null,
      query: null,
      serve: (caller, { params }) => keys.rotate(caller, params.keyId),
    }),
    defineRoute({
      api: 'customer',
      method: 'DELETE',
      path: '/v1/customer/api-keys/:keyId',
      scope: 'api_keys:write',
      body: null,
      query: null,
      serve: (caller, { params }) => keys.revoke(caller, params.keyId),
    }),
  ];
}
