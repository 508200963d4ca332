/** Shows no row, unless a policy does. Forced, because owners are not bound otherwise. */
export function isolate(table: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;`;
}

/** Where no tenant is set, no row is visible. */
export function isolateTenants(table: string): string {
  return `${isolate(table)}
    create policy one_tenant on ${table}
      using (tenant_id = current_setting('stepward.tenant_id', true))
      with check (tenant_id = current_setting('stepward.tenant_id', true));`;
}

/** A sweep deletes rows of all tenants, so its transaction must set a flag that allows this. */
export function allowSweeping(table: string, command: 'all' | 'select' = 'all'): string {
  return `
    create policy sweeping on ${table} for ${command}
      using (current_setting('stepward.maintenance', true) = 'on');`;
}

/** A transaction of a host has no tenant set, and may add rows of any. It reads and changes none. */
export function appendAnywhere(table: string): string {
  return `
    create policy any_tenant_adds on ${table} for insert with check (true);`;
}

/**
 * Lets a tenant read and add rows, but not change them. A sweep deletes only rows whose `retain_until` has passed, by
 * the database's clock; an erasure also those of the tenant that need not be kept for longer than `erasableMs` after `at`, and a
 * move those of a tenant that has left. It binds the table's owner as well.
 */
export function keepUntilRetained(schema: string, name: string, erasableMs: number): string {
  const table = `${schema}.${name}`;
  const isTenants = `tenant_id = current_setting('stepward.tenant_id', true)`;
  const isSwept = `current_setting('stepward.maintenance', true) = 'on'`;
  return `${isolate(table)}
    create policy tenant_reads on ${table} for select using (${isTenants});
    create policy tenant_adds on ${table} for insert with check (${isTenants});
    create policy sweep_reads on ${table} for select using (${isSwept});
    create policy sweep_deletes on ${table} for delete
      using (${isSwept} and retain_until <= current_timestamp);
    create policy erasure_deletes on ${table} for delete
      using (${isTenants} and current_setting('stepward.erasing', true) = 'on'
        and retain_until <= at + interval '${String(erasableMs)} milliseconds');
    create policy move_deletes on ${table} for delete
      using (${isTenants} and ${isMoved(schema, `current_setting('stepward.tenant_id', true)`)});`;
}

/**
 * The tenant is known only from the row, for example that of a management key, so the row is looked up without a tenant:
 * a transaction that names a hash sees the row with that hash, and no other.
 *
 * @param setting the setting of the transaction that has the hash, without its prefix
 */
export function findByHash(table: string, column: string, setting: string): string {
  return `
    create policy by_hash on ${table} for select
      using (${column} = current_setting('stepward.${setting}', true));`;
}

/** Whether the tenant is being moved here or was moved away: then its logs may be deleted. */
export function isMoved(schema: string, tenantId: string): string {
  return `exists (select from ${schema}.tenant_moves as moved
      where moved.tenant_id = ${tenantId} and moved.state in ('left', 'arriving'))`;
}
