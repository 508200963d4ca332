import { makeAppendOnly, moveHeadForwardOnly } from './append-only.js';
import type { Migration } from './migration.js';
import { allowSweeping, findByHash, isolateTenants } from './row-level-security.js';

/**
 * Organisations with their policies, management keys, and the audit log.
 *
 * A policy does not reference an organisation, because a host may keep those elsewhere.
 */
export const management: Migration = {
  id: '0002-management',
  sql: (schema) => `
    create table ${schema}.organisations (
      tenant_id text not null,
      organisation_id text not null,
      primary key (tenant_id, organisation_id)
    );

    -- Overrides go from the name of a field to its value, or to null, which is the mark "inherit". A scheduled change has
    -- such overrides as its values, and its date as ISO 8601 text.
    create table ${schema}.organisation_policies (
      tenant_id text not null,
      organisation_id text not null,
      overrides jsonb not null,
      scheduled jsonb,
      primary key (tenant_id, organisation_id)
    );

    create table ${schema}.api_keys (
      tenant_id text not null,
      key_id text collate "C" not null,
      secret_hash text not null unique check (secret_hash ~ '^[0-9a-f]{64}$'),
      name text not null,
      prefix text not null,
      scopes text[] not null,
      environment_id text,
      created_at timestamptz not null,
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      primary key (tenant_id, key_id)
    );
    create index on ${schema}.api_keys (tenant_id, created_at, key_id);

    -- The text is what the hash is over, so it is kept as it came. What it is filtered by is taken
    -- from it, and cannot differ. Patterns read it, for json and jsonb refuse some of what JSON may
    -- escape, and an entry must never be lost to that.
    -- Times are ISO 8601 in UTC with milliseconds, so they sort as text does.
    create table ${schema}.audit_entries (
      tenant_id text not null,
      sequence bigint not null,
      text text not null,
      previous_hash text not null,
      hash text not null,
      entry_id text collate "C" not null generated always as ${memberAfter(BEFORE_ID)} stored,
      type text not null generated always as ${memberAfter(BEFORE_TYPE)} stored,
      at text collate "C" not null generated always as ${memberAfter(BEFORE_AT)} stored,
      retain_until text collate "C" not null generated always as ${RETAIN_UNTIL} stored,
      primary key (tenant_id, sequence)
    );
    create index on ${schema}.audit_entries (tenant_id, type, sequence);
    create index on ${schema}.audit_entries (tenant_id, at);
    create index on ${schema}.audit_entries (entry_id, tenant_id);
    ${makeAppendOnly(schema, `${schema}.audit_entries`)}

    -- Where each tenant's chain has come to; appending holds this row until the transaction ends.
    create table ${schema}.audit_heads (
      tenant_id text primary key,
      sequence bigint not null,
      previous_hash text not null,
      hash text not null
    );
    ${moveHeadForwardOnly(schema, `${schema}.audit_heads`)}
    ${TENANT_TABLES.map((table) => isolateTenants(`${schema}.${table}`)).join('')}
    ${findByHash(`${schema}.api_keys`, 'secret_hash', 'api_key_hash')}
    ${allowSweeping(`${schema}.audit_entries`)}
    ${allowSweeping(`${schema}.audit_heads`, 'select')}`,
};

const TENANT_TABLES = [
  'organisations',
  'organisation_policies',
  'api_keys',
  'audit_entries',
  'audit_heads',
];

/** A string of JSON, whatever is escaped in it. */
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;

/** What goes before the id, the type and the time in a text of `canonicalJson`. */
const BEFORE_ID = String.raw`^\{"id":"`;
const BEFORE_TYPE = String.raw`^\{"id":${STRING},"type":"`;
const BEFORE_AT = `${BEFORE_TYPE}[^"]*","at":"`;

/** Holds the place where a member of the text begins, and takes it up to the next quotation mark. */
function memberAfter(before: string): string {
  return `(substring(text from $pattern$${before}([^"]*)$pattern$))`;
}

/** The last member of the text: no string in it can look like the end of the whole. */
const RETAIN_UNTIL = String.raw`(substring(text from $pattern$"retainUntil":"([^"]*)"\}$$pattern$))`;
