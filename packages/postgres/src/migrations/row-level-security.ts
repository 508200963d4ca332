/** Forced, because owners are not bound otherwise. Where no tenant is set, no row is visible. */
export function isolateTenants(table: string): string {
  return `
    alter table ${table} enable row level security;
    alter table ${table} force row level security;
    create policy one_tenant on ${table}
      using (tenant_id = current_setting('stepward.tenant_id', true))
      with check (tenant_id = current_setting('stepward.tenant_id', true));`;
}

/** Sweeping goes over all tenants; a transaction has to say that this is what it does. */
export function allowSweeping(table: string, command: 'all' | 'select' = 'all'): string {
  return `
    create policy sweeping on ${table} for ${command}
      using (current_setting('stepward.maintenance', true) = 'on');`;
}

/**
 * A management key is what tells the tenant, so it is found before there is one: a transaction that
 * names a hash sees the key with that hash, and no other.
 */
export function findByHash(table: string): string {
  return `
    create policy by_hash on ${table} for select
      using (secret_hash = current_setting('stepward.api_key_hash', true));`;
}
