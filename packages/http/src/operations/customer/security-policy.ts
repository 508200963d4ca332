import {
  FACTOR_NAMES,
  type EffectivePolicy,
  type OrganisationPolicy,
  type PolicyPreview,
  type Stepward,
} from '@stepward/core';
import {
  assessPolicy,
  POLICY_FIELD_NAMES,
  policyTemplates,
  shownSchedule,
  type PolicyTemplateName,
} from '@stepward/core/policy';
import { z } from 'zod';
import { refuse, reply } from '../../answer.js';
import { idLike, oneOf, text } from '../parts/fields.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { effectivePolicy, policyChange } from '../parts/record-schemas.js';

const TEMPLATES = Object.keys(policyTemplates) as [PolicyTemplateName, ...PolicyTemplateName[]];

/** A value of any field of a policy. */
const policyValue = z
  .union([z.boolean(), z.int(), z.string(), z.null(), z.array(z.enum(FACTOR_NAMES)).readonly()])
  .meta({
    title: 'SecurityPolicyValue',
    description: "A value of the policy field that `field` names, of that field's type.",
  });

const needed = z.union([
  z.object({ at_least: policyValue }),
  z.object({ exactly: policyValue }),
  z.object({ includes: z.enum(FACTOR_NAMES) }),
  z.object({ excludes: z.enum(FACTOR_NAMES) }),
]);
const gap = z
  .object({
    field: z.enum(POLICY_FIELD_NAMES),
    found: policyValue,
    needed,
    source: text('NIST SP 800-63B-4, 2.2.1'),
  })
  .meta({
    examples: [
      {
        field: 'mfaEnforcement',
        found: 'optional',
        needed: { at_least: 'required' },
        source: 'NIST SP 800-63B-4, 2.2.1',
      },
    ],
  });
const policyAssessment = z.object({
  data: z
    .array(
      z
        .object({ template: z.enum(TEMPLATES), gaps: z.array(gap).readonly() })
        .meta({ title: 'PolicyAssessment' }),
    )
    .readonly(),
});

const count = z.int().min(0);
const sample = z.array(text('usr_7f3a')).readonly();
const policyPreview = z.object({
  data: z
    .object({
      policy: effectivePolicy,
      changes: z
        .array(
          z
            .object({
              field: z.enum(POLICY_FIELD_NAMES),
              from: policyValue,
              to: policyValue,
              effect: z.enum(['stricter', 'weaker', 'other']),
            })
            .meta({
              title: 'SecurityPolicyFieldChange',
              examples: [
                {
                  field: 'mfaEnforcement',
                  from: 'optional',
                  to: 'required',
                  effect: 'stricter',
                },
              ],
            }),
        )
        .readonly(),
      impact: z
        .object({
          members: count,
          asked_each_time: count,
          must_enrol: count,
          blocked: count,
          sessions_shortened: count.nullable(),
          sample: z
            .object({ must_enrol: sample, blocked: sample })
            .meta({ title: 'SecurityPolicyImpactSample' }),
          complete: z.boolean(),
        })
        .meta({ title: 'SecurityPolicyImpact' })
        .nullable(),
    })
    .meta({ title: 'SecurityPolicyPreview' }),
});

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
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found'],
      async serve({ tenantId }, { params: { orgId } }) {
        const policy = await policies.get(tenantId, orgId);
        return policy.match((found) => policyReply(tenantId, orgId, found), refuse);
      },
    }),
    defineOperation({
      id: 'assessSecurityPolicy',
      api: 'customer',
      method: 'GET',
      path: `${PATH}/assessment`,
      summary: 'Returns what the effective policy lacks of each standard, or of one.',
      scope: 'organisations:read',
      params: { orgId: idLike('org_1c9e') },
      query: z.object({ template: oneOf(TEMPLATES) }),
      answers: { 200: policyAssessment },
      refuses: ['organisation_not_found'],
      async serve({ tenantId }, { params: { orgId }, query: { template } }) {
        const policy = await policies.get(tenantId, orgId);
        const asked = template === null ? TEMPLATES : [template];
        return policy.match((found) => assessmentReply(found, asked), refuse);
      },
    }),
    defineOperation({
      id: 'updateSecurityPolicy',
      api: 'customer',
      method: 'PUT',
      path: PATH,
      summary: "Changes an organisation's own values, now or on a date; null takes one back.",
      scope: 'organisations:write',
      params: { orgId: idLike('org_1c9e') },
      body: policyChange,
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found', 'policy_invalid'],
      async serve(caller, { params: { orgId }, body }) {
        const policy = await policies.update(caller, orgId, body);
        return policy.match((found) => policyReply(caller.tenantId, orgId, found), refuse);
      },
    }),
    defineOperation({
      id: 'previewSecurityPolicy',
      api: 'customer',
      method: 'POST',
      path: `${PATH}/preview`,
      summary: 'Returns what a change would do, and whom it would concern; stores nothing.',
      // It names people without a second factor.
      scope: 'organisations:write',
      params: { orgId: idLike('org_1c9e') },
      body: policyChange,
      answers: { 200: policyPreview },
      refuses: ['organisation_not_found', 'policy_invalid', 'members_unavailable'],
      async serve(caller, { params: { orgId }, body }) {
        const preview = await policies.preview(caller, orgId, body);
        return preview.match((found) => previewReply(caller.tenantId, orgId, found), refuse);
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
      answers: { 200: effectivePolicy },
      refuses: ['organisation_not_found'],
      async serve(caller, { params: { orgId } }) {
        const policy = await policies.reset(caller, orgId);
        return policy.match((found) => policyReply(caller.tenantId, orgId, found), refuse);
      },
    }),
  ];
}

function assessmentReply(policy: EffectivePolicy, templates: readonly PolicyTemplateName[]) {
  const data = templates.map((template) => {
    return { template, gaps: assessPolicy(policy, policyTemplates[template]) };
  });
  return reply(200, { data });
}

function policyReply(tenantId: string, organisationId: string, policy: OrganisationPolicy) {
  return reply(200, policyBody(tenantId, organisationId, policy));
}

function policyBody(
  tenantId: string,
  organisationId: string,
  { inherited, scheduled: planned, ...values }: OrganisationPolicy,
) {
  const whose = { tenant_id: tenantId, org_id: organisationId };
  const scheduled = planned && shownSchedule(planned);
  return { ...whose, ...values, _inherited: inherited, scheduled };
}

function previewReply(
  tenantId: string,
  organisationId: string,
  { policy, changes, impact }: PolicyPreview,
) {
  const data = {
    policy: policyBody(tenantId, organisationId, policy),
    changes,
    impact: impact && impactBody(impact),
  };
  return reply(200, { data });
}

function impactBody({ sample, ...impact }: NonNullable<PolicyPreview['impact']>) {
  return {
    members: impact.members,
    asked_each_time: impact.askedEachTime,
    must_enrol: impact.mustEnrol,
    blocked: impact.blocked,
    sessions_shortened: impact.sessionsShortened,
    sample: { must_enrol: sample.mustEnrol, blocked: sample.blocked },
    complete: impact.complete,
  };
}
