import type { ManagementCaller, PolicyService } from '@stepward/core';
import type { EffectivePolicy } from '@stepward/core/policy';
import { refuse, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';

/**
 * The handlers of `/v1/customer/organisations/{orgId}/security-policy` (specification, "Customer API").
 * Each answers 200 with the effective policy.
 */
export interface PolicyHandlers {
  get(
    caller: ManagementCaller,
    organisationId: string,
  ): Promise<Reply<200> | RefusalOf<PolicyService['get']>>;
  update(
    caller: ManagementCaller,
    organisationId: string,
    change: object,
  ): Promise<Reply<200> | RefusalOf<PolicyService['update']>>;
  reset(
    caller: ManagementCaller,
    organisationId: string,
  ): Promise<Reply<200> | RefusalOf<PolicyService['reset']>>;
}

export function createPolicyHandlers(policies: PolicyService): PolicyHandlers {
  return {
    async get({ tenantId }, organisationId) {
      const policy = await policies.get(tenantId, organisationId);
      return policy.match((found) => policyReply(tenantId, organisationId, found), refuse);
    },
    async update(caller, organisationId, change) {
      const policy = await policies.update(caller, organisationId, change);
      return policy.match((found) => policyReply(caller.tenantId, organisationId, found), refuse);
    },
    async reset(caller, organisationId) {
      const policy = await policies.reset(caller, organisationId);
      return policy.match((found) => policyReply(caller.tenantId, organisationId, found), refuse);
    },
  };
}

/** Specification, "Effective organisation security policy". */
function policyReply(
  tenantId: string,
  organisationId: string,
  { inherited, ...values }: EffectivePolicy,
): Reply<200> {
  const body = { tenant_id: tenantId, org_id: organisationId, ...values, _inherited: inherited };
  return { status: 200, body };
}
