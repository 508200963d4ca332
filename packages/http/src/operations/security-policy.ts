import type { Stepward, EffectivePolicy } from '@stepward/core';
import { refuse, reply } from '../answer.js';
import { idLike } from './parts/fields.js';
import { defineOperation, type AnyOperation } from './operation.js';
import { effectivePolicy, policyChange } from './parts/record-schemas.js';

const PATH = '/v1/customer/organisations/:orgId/security-policy';

/** The policy of an organisation (specification, "Effective organisation security policy"). */
export function securityPolicyOperations({
  policies,
}: Pick<Stepward, 'policies'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'getSecurityPolicy',
      api: 'customer',
      method: 'GET',
      path: PATH,
      summary: "Returns an organisation's effective policy, and which fields it inherits.",
      scope: 'organisations:read',
      params: { orgId: idLike('org_1c9e') },
      query: null,
      body: null,
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found'],
      async serve({ tenantId }, { params: { orgId } }) {
        const policy = await policies.get(tenantId, orgId);
        return policy.match((found) => policyReply(tenantId, orgId, found), refuse);
      },
    }),
    defineOperation({
      id: 'updateSecurityPolicy',
      api: 'customer',
      method: 'PUT',
      path: PATH,
      summary: "Changes an organisation's own values; null takes one back.",
      scope: 'organisations:write',
      params: { orgId: idLike('org_1c9e') },
      query: null,
      body: policyChange,
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found', 'policy_invalid'],
      async serve(caller, { params: { orgId }, body }) {
        const policy = await policies.update(caller, orgId, body);
        return policy.match((found) => policyReply(caller.tenantId, orgId, found), refuse);
      },
    }),
    defineOperation({
      id: 'resetSecurityPolicy',
      api: 'customer',
      method: 'DELETE',
      path: PATH,
      summary: "Removes all of an organisation's own values.",
      scope: 'organisations:write',
      params: { orgId: idLike('org_1c9e') },
      query: null,
      body: null,
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found'],
      async serve(caller, { params: { orgId } }) {
        const policy = await policies.reset(caller, orgId);
        return policy.match((found) => policyReply(caller.tenantId, orgId, found), refuse);
      },
    }),
  ];
}

function policyReply(
  tenantId: string,
  organisationId: string,
  { inherited, ...values }: EffectivePolicy,
) {
  const whose = { tenant_id: tenantId, org_id: organisationId };
  return reply(200, { ...whose, ...values, _inherited: inherited });
}
