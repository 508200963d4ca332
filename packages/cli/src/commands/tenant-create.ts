import { defineCommand } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure, violationsText } from '../failures.js';
import { callerFor } from '../tenant.js';
import { SETTINGS_OPTIONS, settingsOf } from '../tenant-settings.js';

export const tenantCreate = defineCommand({
  name: 'tenant create',
  summary: 'Creates a tenant with its settings',
  details: [
    'Settings that are left out have their defaults. A tenant that exists is not',
    'changed: the exit code is 1, or 0 with --if-not-exists.',
  ],
  argument: { name: 'tenant_id', summary: 'letters, digits, dots, hyphens and underscores' },
  options: {
    ...DATABASE_OPTIONS,
    ...SETTINGS_OPTIONS,
    'if-not-exists': {
      type: 'flag',
      summary: 'leave a tenant that exists as it is, and exit with 0',
    },
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward tenant create acme --sms --app-name Acme --mfa required',
    'stepward tenant create acme --settings acme.json --if-not-exists',
  ],
  async run(invocation) {
    const { argument: tenantId, options, io, print } = invocation;
    const caller = await callerFor(tenantId);
    const settings = await settingsOf(options, io);
    const created = await withStepward(invocation, ({ tenants }) =>
      tenants.create(caller, settings),
    );
    if (created.isOk()) {
      await print(`created tenant ${tenantId}`, { tenant_id: tenantId, created: true });
      return 0;
    }
    const { error } = created;
    if (error.code !== 'tenant_exists') {
      const reasons = violationsText(error.violations);
      throw new Failure(error.code, `the settings are invalid, nothing was stored: ${reasons}`);
    }
    if (!options['if-not-exists']) {
      throw new Failure(error.code, `tenant ${tenantId} exists, and was not changed`);
    }
    await print(`tenant ${tenantId} exists`, { tenant_id: tenantId, created: false });
    return 0;
  },
});
