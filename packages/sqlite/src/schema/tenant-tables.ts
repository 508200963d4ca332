/**
 * Tenants, the default directory, policies, management keys, and requests with an idempotency key.
 *
 * Of these and all other tables: each key begins with the tenant; times are milliseconds since 1970; what no statement
 * looks into is JSON, see `stored-json.ts`. Names begin with `stepward_`, for the file may have tables of the host.
 */
export const TENANT_TABLES = `
  create table stepward_tenants (
    tenant_id text primary key, record text not null
  ) strict, without rowid;

  create table stepward_identities (
    tenant_id text not null, identity_id text not null, record text not null,
    primary key (tenant_id, identity_id)
  ) strict, without rowid;

  create table stepward_organisations (
    tenant_id text not null, organisation_id text not null, overrides text not null, scheduled text,
    primary key (tenant_id, organisation_id)
  ) strict, without rowid;

  create table stepward_api_keys (
    tenant_id text not null, key_id text not null, secret_hash text not null unique,
    name text not null, prefix text not null, scopes text not null, environment_id text,
    created_at integer not null, last_used_at integer, expires_at integer, revoked_at integer,
    primary key (tenant_id, key_id)
  ) strict, without rowid;

  create table stepward_idempotency_records (
    tenant_id text not null, record_id text not null, token text not null,
    fingerprint text not null, answer text, expires_at integer not null,
    primary key (tenant_id, record_id)
  ) strict, without rowid;
`;
