import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

export const policyExport = defineCommand({
  name: 'policy export',
  summary: "Prints a tenant's policies as a file for policy plan and policy apply",
  details: [
    "It has the tenant's MFA and password policy, and the overrides of each",
    'organisation that has any. The same policies are always the same bytes.',
  ],
  options: { ...DATABASE_OPTIONS, tenant: TENANT_OPTION },
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward policy export --tenant acme > acme.json'],
  async run(invocation) {
    const { tenantId } = await callerFor(invocation.options.tenant);
    const { exportedText, readState } = await import('../policy-file/tenant-state.js');
    const text = await withStepward(invocation, async (stepward) => {
      await requireTenant(stepward, tenantId);
      return exportedText(await readState(stepward, tenantId));
    });
    await invocation.print(text, JSON.parse(text));
    return 0;
  },
});
