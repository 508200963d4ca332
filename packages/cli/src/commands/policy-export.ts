import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

export const policyExport = defineCommand({
  name: 'policy export',
  summary: "Prints a tenant's policies as a file for policy plan and policy apply",
  details: [
    "It has the tenant's MFA and password policy, and the overrides of each",
    'organisation that has any. The same policies are always the same bytes.',
    'Stored values that a plan would refuse are named on standard error.',
  ],
  options: { ...DATABASE_OPTIONS, tenant: TENANT_OPTION },
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward policy export --tenant acme > acme.json'],
  async run(invocation) {
    const { tenantId } = await callerFor(invocation.options.tenant);
    const [{ exportedText, readState }, { refusalsOf }] = await Promise.all([
      import('../policy-file/tenant-state.js'),
      import('../policy-file/plan-file.js'),
    ]);
    const state = await withStepward(invocation, async (stepward) => {
      await requireTenant(stepward, tenantId);
      return readState(stepward, tenantId);
    });
    const text = exportedText(state);
    for (const refusal of refusalsOf(text, state)) invocation.say(`policy plan refuses ${refusal}`);
    await invocation.print(text, JSON.parse(text));
    return 0;
  },
});
