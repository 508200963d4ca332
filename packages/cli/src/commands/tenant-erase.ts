import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, withStepward } from '../database.js';
import { ERASE_OPTIONS, eraseOptionsOf, printRows } from '../erasure.js';
import { callerFor } from '../tenant.js';

export const tenantErase = defineCommand({
  name: 'tenant erase',
  summary: 'Erases what is stored of a tenant',
  details: [
    'Stop serving the tenant first: requests and events in between store rows again. The',
    'audit log stays, as do entries of the authentication log from HIPAA mode. Prints the',
    'rows by table; after a failure, run it again.',
  ],
  argument: { name: 'tenant_id', summary: 'the tenant' },
  options: ERASE_OPTIONS,
  environment: DATABASE_ENVIRONMENT,
  examples: ['stepward tenant erase acme --dry-run', 'stepward tenant erase acme --yes'],
  async run(invocation) {
    const { argument: tenantId, options } = invocation;
    const caller = await callerFor(tenantId);
    const how = eraseOptionsOf(options);
    const rows = await withStepward(invocation, ({ tenants }) => tenants.erase(caller, how));
    return printRows(invocation, rows, { tenant_id: tenantId });
  },
});
