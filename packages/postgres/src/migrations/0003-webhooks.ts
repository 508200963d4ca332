import { PRIORITIES } from '../priorities.js';
import { appendEventFunction } from './append-event-function.js';
import { joinTransactionProcedure } from './join-transaction.js';
import type { Migration } from './migration.js';
import { allowSweeping, isolateTenants } from './row-level-security.js';
import { uuidv7Function } from './uuidv7-function.js';

/**
 * Events, those who receive them, their deliveries and attempts.
 *
 * A delivery is written within the host's transaction, once for each subscriber, so its table has no
 * check over several columns, for each costs as much as an index, and no index that is not needed. In
 * particular none is for purging: the key of the log leads to the oldest rows. A BRIN index would not, for
 * vacuum lets new rows into the pages of old ones.
 */
export const webhooks: Migration = {
  id: '0003-webhooks',
  sql: (schema) => `
    -- The data is what goes out, so it is kept as it came, byte for byte.
    create table ${schema}.events (
      tenant_id text collate "C" not null,
      event_id uuid not null,
      type text not null,
      organisation_id text,
      data text not null,
      emitted_at timestamptz not null,
      primary key (tenant_id, event_id)
    );
    create index on ${schema}.events (tenant_id, emitted_at, event_id);

    create table ${schema}.subscribers (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      url text not null,
      description text not null,
      event_types text[] not null,
      naming text not null check (naming in ('canonical', 'legacy')),
      enabled boolean not null,
      disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
      secrets jsonb not null,
      failing_since timestamptz,
      failing_noticed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (tenant_id, subscriber_id),
      constraint enabled_has_no_reason check (not enabled or disabled_reason is null)
    );

    -- A pending delivery is due at some time: that of its next attempt or, while it is leased, the end
    -- of the lease. Its id is in the order of its creation, so that the key is the order of the log.
    create table ${schema}.deliveries (
      tenant_id text collate "C" not null,
      delivery_id uuid not null,
      subscriber_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      status text not null check (status in ('pending', 'delivered', 'exhausted', 'skipped')),
      priority smallint not null check (priority in (${Object.values(PRIORITIES).join(', ')})),
      attempts integer not null check (attempts >= 0),
      due_at timestamptz,
      owner text,
      claimed_at timestamptz,
      created_at timestamptz not null,
      finished_at timestamptz,
      replay_of uuid,
      primary key (tenant_id, subscriber_id, delivery_id)
    ) with (
      fillfactor = 80,
      -- Each delivery leaves two dead rows behind; a fifth of a long log would be too many of them.
      autovacuum_vacuum_scale_factor = 0.01,
      autovacuum_vacuum_threshold = 10000
    );
    -- No two of these have one condition, so that a query that states it can only mean that index.
    create index deliveries_queue on ${schema}.deliveries (tenant_id, subscriber_id, priority, due_at)
      where status = 'pending';
    create index deliveries_awaited on ${schema}.deliveries (tenant_id, event_id)
      where finished_at is null and priority > ${String(PRIORITIES.first)};

    create table ${schema}.attempts (
      tenant_id text collate "C" not null,
      delivery_id uuid not null,
      number integer not null check (number >= 1),
      started_at timestamptz not null,
      duration_ms integer check (duration_ms >= 0),
      status_code integer,
      failure text,
      response_body text not null,
      primary key (tenant_id, delivery_id, number)
    );
    ${TABLES.map((table) => isolateTenants(`${schema}.${table}`)).join('')}
    ${TABLES.map((table) => allowSweeping(`${schema}.${table}`)).join('')}
    ${uuidv7Function(schema)}
    ${appendEventFunction(schema)}
    ${joinTransactionProcedure(schema)}`,
};

/** All of them: workers deliver for all tenants. */
const TABLES = ['events', 'subscribers', 'deliveries', 'attempts'];
