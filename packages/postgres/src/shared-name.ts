import type { PostgresExecutor } from './postgres-pool.js';

/**
 * Refuses a role that has the name of the schema: by default Postgres looks for tables in the schema of the
 * role's own name first (`"$user", public`), so that `select … from organisations` of the host would read
 * Stepward's table.
 *
 * @throws Error that says what to change.
 */
export async function refuseSharedName(
  executor: PostgresExecutor,
  schemaName: string,
): Promise<void> {
  const { rows } = await executor.query({
    text: `select current_user as role, current_setting('search_path') as path`,
  });
  const [{ role, path }] = rows as [{ readonly role: string; readonly path: string }];
  if (role === schemaName && path.includes('$user')) throw new Error(sharedName(role));
}

/** The error text for a role of that name. */
export function sharedName(role: string): string {
  return (
    `the database role ${JSON.stringify(role)} has the name of Stepward's schema, so that its search_path ` +
    '("$user", public) would find Stepward\'s tables in place of your own: use a role of another name, or ' +
    'pass another schema'
  );
}
