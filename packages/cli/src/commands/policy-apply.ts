import { defineCommand, textOption } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure } from '../failures.js';
import { FILE_ARGUMENT, REGISTER_OPTION } from '../policy-file/file-options.js';
import { callerFor, TENANT_OPTION } from '../tenant.js';

export const policyApply = defineCommand({
  name: 'policy apply',
  summary: "Makes a tenant's policies those of a policy file",
  details: [
    'Prints what it changes, as policy plan does. A file that was applied before',
    'changes nothing. Organisations that are not in the file are left alone.',
  ],
  argument: FILE_ARGUMENT,
  options: {
    ...DATABASE_OPTIONS,
    tenant: TENANT_OPTION,
    ...REGISTER_OPTION,
    state: textOption('<state>', 'as a plan printed it: fail if a policy has changed since'),
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward policy apply acme.json --tenant acme',
    'stepward policy apply acme.json --tenant acme --state 9f2c51e07ab3d468',
  ],
  async run(invocation) {
    const { argument: file, options, io, say } = invocation;
    const caller = await callerFor(options.tenant);
    const { tenantId } = caller;
    const [{ planFile, planText, planValue }, { applyPlan }] = await Promise.all([
      import('../policy-file/plan-file.js'),
      import('../policy-file/apply-plan.js'),
    ]);
    const applied = await withStepward(invocation, async (stepward) => {
      const request = { tenantId, file, register: options.register, io };
      const plan = await planFile(stepward, request);
      if (options.state !== undefined && options.state !== plan.state) {
        const problem = `the policies are in state ${plan.state}, not ${options.state}`;
        throw new Failure('policy_changed', `${problem}: look at policy plan again`);
      }
      await applyPlan(stepward, caller, plan, say);
      return plan;
    });
    await invocation.print(planText(applied), planValue(applied));
    return 0;
  },
});
