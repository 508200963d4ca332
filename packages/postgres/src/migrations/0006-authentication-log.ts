import { ENTRY_RETENTION_MS } from '@stepward/core/adapter';
import { createLogMonths } from './log-months.js';
import type { Migration } from './migration.js';
import { keepUntilRetained } from './row-level-security.js';

/**
 * The log of changes to factors and phone numbers, and of refused requests. Ids sort by time, so that each key gives the order of the log for
 * one filter. `written_by` is the transaction that wrote an entry, which is the order for readers that must not miss one.
 */
export const authenticationLog: Migration = {
  id: '0006-authentication-log',
  sql: (schema) => `
    create table ${schema}.authentication_entries (
      tenant_id text collate "C" not null,
      entry_id uuid not null,
      type text not null,
      at timestamptz not null,
      identity_id text,
      factor text,
      session_id text,
      actor_type text not null,
      actor_id text not null,
      reason text,
      client jsonb,
      refused jsonb,
      operation jsonb,
      retain_until timestamptz not null,
      written_by xid8 not null default pg_current_xact_id(),
      primary key (tenant_id, entry_id)
    ) partition by range (entry_id);
    create index on ${schema}.authentication_entries (tenant_id, identity_id, entry_id);
    create index on ${schema}.authentication_entries (tenant_id, type, entry_id);
    create index on ${schema}.authentication_entries (retain_until);
    create index on ${schema}.authentication_entries (tenant_id, written_by, entry_id);
    ${keepUntilRetained(schema, 'authentication_entries', ENTRY_RETENTION_MS)}
    ${createLogMonths(schema)}`,
};
