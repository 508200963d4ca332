import type { Stepward } from '@stepward/core';
import { createPolicyHandlers } from '../handlers/policy-handlers.js';
import { defineRoute, type AnyRoute } from '../route.js';
import { recordBody } from '../schemas/customer-bodies.js';

const PATH = '/v1/customer/organisations/:orgId/security-policy';

export function securityPolicyRoutes({ policies }: Pick<Stepward, 'policies'>): AnyRoute[] {
  const policy = createPolicyHandlers(policies);

  return [
    defineRoute({
      api: 'customer',
      method: 'GET',
      path: PATH,
      summary: "Returns an organisation's effective policy, and which fields it inherits.",
      scope: 'organisations:read',
      body: null,
      query: null,
      answers: [200],
      refuses: ['organisation_not_found'],
      serve: (caller, { params }) => policy.get(caller, params.orgId),
    }),
    defineRoute({
      api: 'customer',
      method: 'PUT',
      path: PATH,
      summary: "Changes an organisation's own values; null takes one back.",
      scope: 'organisations:write',
      body: recordBody,
      query: null,
      answers: [200],
      refuses: ['organisation_not_found', 'policy_invalid'],
      serve: (caller, { params, body }) => policy.update(caller, params.orgId, body),
    }),
    defineRoute({
      api: 'customer',
      method: 'DELETE',
      path: PATH,
      summary: "Removes all of an organisation's own values.",
      scope: 'organisations:write',
      body: null,
      query: null,
      answers: [200],
      refuses: ['organisation_not_found'],
      serve: (caller, { params }) => policy.reset(caller, params.orgId),
    }),
  ];
}
