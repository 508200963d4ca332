import {
  MANAGEMENT_SCOPES,
  systemCaller,
  type ManagementScope,
  type Stepward,
} from '@stepward/core';

/** The management keys of one tenant of the demo. */
export interface DemoKeys {
  /** Has every scope. */
  readonly managementKey: string;
  /** Has the scopes that only read. */
  readonly readOnlyKey: string;
}

/**
 * Makes new keys at every start, since a key is shown once and then known to its owner alone. Those of
 * earlier starts stay good: another process may use the same database.
 */
export async function createDemoKeys({ apiKeys }: Stepward, tenantId: string): Promise<DemoKeys> {
  const create = async (name: string, scopes: readonly ManagementScope[]): Promise<string> => {
    const made = await apiKeys.create(systemCaller(tenantId, 'fixture'), { name, scopes });
    if (made.isErr()) throw new Error(`fixture: ${JSON.stringify(made.error)}`);
    return made.value.secret.reveal();
  };
  const reading = MANAGEMENT_SCOPES.filter((scope) => scope.endsWith(':read'));
  return {
    managementKey: await create('Demo', MANAGEMENT_SCOPES),
    readOnlyKey: await create('Demo, read only', reading),
  };
}
