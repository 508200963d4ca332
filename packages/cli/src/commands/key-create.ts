import type {
  ApiKey,
  ApiKeyInput,
  ApiKeyWithSecret,
  ManagementCaller,
  Stepward,
} from '@stepward/core';
import { defineCommand, textOption } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure, UsageError, violationsText } from '../failures.js';
import { callerFor, requireTenant, TENANT_OPTION } from '../tenant.js';

/** Selects every scope. */
const ALL = 'all';

export const keyCreate = defineCommand({
  name: 'key create',
  summary: 'Creates a management key for the Customer API, and prints it once',
  details: [
    'Standard output is the key alone. Only its hash is stored: a lost key cannot be',
    'shown again. Every run creates another key, of which a tenant may have 50.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    tenant: TENANT_OPTION,
    scope: {
      type: 'list',
      placeholder: '<scope>',
      summary: 'what it may do, for example logs:read, or all; one option for each',
      required: true,
    },
    name: textOption('<name>', 'for people to know it by, "command line" by default'),
    environment: textOption('<id>', 'the environment that it is meant for; it limits nothing'),
    'expires-at': textOption(
      '<time>',
      'when it expires, for example 2027-01-31T00:00:00Z; never by default',
    ),
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward key create --tenant acme --scope settings:read --scope settings:write',
    'stepward key create --tenant acme --scope all --name Terraform > key.txt',
  ],
  async run(invocation) {
    const { options, print, say } = invocation;
    const { MANAGEMENT_SCOPES } = await import('@stepward/core');
    const known: readonly string[] = [ALL, ...MANAGEMENT_SCOPES];
    if (!options.scope.every((scope) => known.includes(scope))) {
      throw new UsageError(`--scope must be one of ${known.join(', ')}`);
    }
    const caller = await callerFor(options.tenant);
    const wanted = {
      name: options.name ?? 'command line',
      scopes: options.scope.includes(ALL) ? MANAGEMENT_SCOPES : options.scope,
      environment_id: options.environment,
      expires_at: options['expires-at'],
    };
    await withStepward(invocation, async (stepward) => {
      await requireTenant(stepward, caller.tenantId);
      const { key, secret } = await createKey(stepward, caller, wanted);
      const shown = { ...describe(key, caller.tenantId), secret: secret.reveal() };
      if (await print(shown.secret, shown)) {
        say(`created key ${key.id} of tenant ${caller.tenantId}; it is not shown again`);
        return;
      }
      // The key would be valid without being known to its owner.
      const revoked = await stepward.apiKeys.revoke(caller, key.id);
      const end = revoked.isOk() ? 'so it was revoked' : 'which is revoked already';
      throw new Failure('output_closed', `could not print key ${key.id}, ${end}`);
    });
    return 0;
  },
});

async function createKey(
  { apiKeys }: Stepward,
  caller: ManagementCaller,
  wanted: ApiKeyInput,
): Promise<ApiKeyWithSecret> {
  const created = await apiKeys.create(caller, wanted);
  if (created.isOk()) return created.value;
  const { error } = created;
  const reason =
    error.code === 'api_key_invalid' ? violationsText(error.violations) : REASONS[error.code];
  throw new Failure(error.code, `no key was created: ${reason}`);
}

const REASONS = {
  api_key_limit_reached: 'the tenant has 50 keys that are not revoked, as many as it may have',
  scope_not_held: 'the command line does not have that scope',
  assurance_insufficient: 'a stronger session is needed',
};

function describe(
  { id, name, prefix, scopes, environmentId, createdAt, expiresAt }: ApiKey,
  tenantId: string,
) {
  const times = {
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
  return { id, tenant_id: tenantId, name, prefix, scopes, environment_id: environmentId, ...times };
}
