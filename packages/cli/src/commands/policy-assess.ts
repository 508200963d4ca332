import type { PolicyGap, PolicyTemplateName } from '@stepward/core/policy';
import { defineCommand, oneOf, textOption } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure } from '../failures.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

const TEMPLATES: readonly PolicyTemplateName[] = ['nist_800_63b_4', 'pci_dss_4', 'hipaa'];

export const policyAssess = defineCommand({
  name: 'policy assess',
  summary: 'Prints what a policy lacks of NIST SP 800-63B-4, PCI DSS 4.0.1 and HIPAA',
  details: [
    'Without --organisation it is the policy of the tenant. The exit code is 1 where',
    'anything is lacking. It covers what a policy can say, and no more of a standard.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    tenant: TENANT_OPTION,
    organisation: textOption('<id>', "the organisation, the tenant's own policy by default"),
    template: textOption('<name>', `one of ${TEMPLATES.join(', ')}`, oneOf(TEMPLATES)),
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward policy assess --tenant acme',
    'stepward policy assess --tenant acme --organisation org_main --template pci_dss_4',
  ],
  async run(invocation) {
    const { tenant, organisation = null, template } = invocation.options;
    const { tenantId } = await callerFor(tenant);
    const { assessPolicy, policyTemplates } = await import('@stepward/core/policy');
    const policy = await withStepward(invocation, async (stepward) => {
      await requireTenant(stepward, tenantId);
      return stepward.policies.get(tenantId, organisation);
    });
    if (policy.isErr()) {
      throw new Failure(
        policy.error.code,
        `tenant ${tenantId} has no organisation ${organisation ?? ''}`,
      );
    }
    const assessed = TEMPLATES.filter((name) => template === undefined || name === template).map(
      (name) => ({ template: name, gaps: assessPolicy(policy.value, policyTemplates[name]) }),
    );
    const lines = assessed.flatMap(({ template: name, gaps }) =>
      gaps.length === 0 ? [`${name}: nothing is lacking`] : gaps.map((gap) => lineOf(name, gap)),
    );
    await invocation.print(lines.join('\n'), assessed);
    return assessed.every(({ gaps }) => gaps.length === 0) ? 0 : 1;
  },
});

function lineOf(template: string, { field, found, needed, source }: PolicyGap): string {
  const [[relation, value] = []] = Object.entries(needed);
  const need = `${String(relation).replace('_', ' ')} ${JSON.stringify(value)}`;
  return `${template}: ${field} is ${JSON.stringify(found)}, needed: ${need} (${source})`;
}
