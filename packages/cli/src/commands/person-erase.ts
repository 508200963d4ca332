import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, withStepward } from '../database.js';
import { ERASE_OPTIONS, eraseOptionsOf, printRows } from '../erasure.js';
import { Failure } from '../failures.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

export const personErase = defineCommand({
  name: 'person erase',
  summary: 'Erases what is stored of a person',
  details: [
    'Delete the person in your own service first: a sign-in would store rows again. The',
    'audit log stays, as do entries of the authentication log from HIPAA mode, and events',
    'that your service emitted. Prints the rows by table; may be repeated.',
  ],
  argument: { name: 'identity_id', summary: 'the person' },
  options: { ...ERASE_OPTIONS, tenant: TENANT_OPTION },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward person erase usr_7f3a --tenant acme --dry-run',
    'stepward person erase usr_7f3a --tenant acme --yes',
  ],
  async run(invocation) {
    const { argument: identityId, options } = invocation;
    const caller = await callerFor(options.tenant);
    const how = eraseOptionsOf(options);
    const rows = await withStepward(invocation, async (stepward) => {
      await requireTenant(stepward, caller.tenantId);
      const erased = await stepward.identities.erase(caller, identityId, how);
      if (erased.isErr()) throw new Failure(erased.error.code, 'nothing was erased');
      return erased.value;
    });
    return printRows(invocation, rows, { tenant_id: caller.tenantId, identity_id: identityId });
  },
});
