import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { FILE_ARGUMENT, REGISTER_OPTION } from '../policy-file/file-options.js';
import { callerFor, TENANT_OPTION } from '../tenant.js';

export const policyPlan = defineCommand({
  name: 'policy plan',
  summary: "Prints what a policy file would change of a tenant's policies",
  details: ['Every field that differs is a line: from, to, stricter or weaker. Nothing is stored.'],
  argument: FILE_ARGUMENT,
  options: { ...DATABASE_OPTIONS, tenant: TENANT_OPTION, ...REGISTER_OPTION },
  environment: DATABASE_ENVIRONMENT,
  exitCode2: 'there are changes',
  examples: ['stepward policy plan acme.json --tenant acme'],
  async run(invocation) {
    const { argument: file, options, io } = invocation;
    const { tenantId } = await callerFor(options.tenant);
    const { hasChanges, planFile, planText, planValue } =
      await import('../policy-file/plan-file.js');
    const plan = await withStepward(invocation, (stepward) =>
      planFile(stepward, { tenantId, file, register: options.register, io }),
    );
    await invocation.print(planText(plan), planValue(plan));
    return hasChanges(plan) ? 2 : 0;
  },
});
