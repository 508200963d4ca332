import { BY_TIME, IN_QUEUE, PRIORITIES } from '../queue/priorities.js';
import { joinTransactionProcedure } from './join-transaction.js';
import type { Migration } from './migration.js';
import { allowSweeping, appendAnywhere, isolate, isolateTenants } from './row-level-security.js';
import { subscriberFilters } from './subscriber-filters.js';
import { takeRoomsFunction } from './take-rooms-function.js';
import { uuidv7Function } from './uuidv7-function.js';

/**
 * The outbox, events, subscribers, pending and ended deliveries, and attempts.
 *
 * The host's transaction writes one row into the outbox, which has one index. There is no index for purging: the key
 * of the log leads to the oldest rows. A BRIN index would not help, because vacuum lets new rows into the pages of
 * old ones.
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
      -- Nothing is leased before this time.
      paused_until timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- A circuit breaker paused it, and no attempt has succeeded since: one is leased at a time.
      on_trial boolean not null default false,
      primary key (tenant_id, subscriber_id),
      constraint enabled_has_no_reason check (not enabled or disabled_reason is null)
    );
    ${subscriberFilters(schema)}

    -- An emitted event, until a worker dispatches it. The host's transaction writes this row and nothing else.
    -- A key that two rows share makes one event when they are dispatched, so the index is not unique.
    create table ${schema}.outbox (
      tenant_id text collate "C" not null,
      event_id uuid not null,
      type text not null,
      organisation_id text,
      data text not null,
      -- One event with a time that no id can be made of would stop the claims of all tenants.
      emitted_at timestamptz not null check (emitted_at between '1970-01-01' and '9999-12-31'),
      -- What a subscriber's filter must hold one of; joined by commas.
      patterns text not null
    ) with (${SHORT_LIVED});
    create index outbox_waiting on ${schema}.outbox (tenant_id, emitted_at);

    -- A delivery that has not ended. It is due at some time: that of its next attempt or, while it is leased, the
    -- end of the lease. It is apart from the log, so that the queue stays short however long the log is.
    create table ${schema}.pending_deliveries (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      delivery_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      -- Made with its event; false for a replay or a test.
      is_first boolean not null,
      priority smallint not null check (priority in (${Object.values(PRIORITIES).join(', ')})),
      attempts integer not null check (attempts >= 0),
      due_at timestamptz not null,
      owner text,
      claimed_at timestamptz,
      created_at timestamptz not null,
      replay_of uuid,
      primary key (tenant_id, subscriber_id, delivery_id)
    ) with (fillfactor = 80, ${SHORT_LIVED});
    -- Only a query that states the condition can mean one of these, so that no look-up by the key does.
    create index pending_deliveries_queue
      on ${schema}.pending_deliveries (tenant_id, subscriber_id, priority, due_at) where ${IN_QUEUE};
    create index pending_deliveries_by_time
      on ${schema}.pending_deliveries (priority, due_at) where ${BY_TIME};
    create index pending_deliveries_repeated
      on ${schema}.pending_deliveries (tenant_id, event_id) where not is_first;

    -- What each worker has leased, by tenant and subscriber. The newest row of a worker counts.
    create table ${schema}.lease_counts (
      worker uuid not null,
      number bigint not null,
      lease_until timestamptz not null,
      counts jsonb not null
    ) with (${SHORT_LIVED});
    create unique index lease_counts_newest on ${schema}.lease_counts (worker, number desc);

    -- A delivery that has ended. Rows are only added, and purged. The id is in the order of its creation, so that
    -- the key is the order of the log.
    create table ${schema}.deliveries (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      delivery_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      status text not null check (status in ('delivered', 'exhausted', 'skipped')),
      attempts integer not null check (attempts >= 0),
      created_at timestamptz not null,
      finished_at timestamptz not null,
      replay_of uuid,
      primary key (tenant_id, subscriber_id, delivery_id)
    );

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
    ${isolate(`${schema}.lease_counts`)}
    ${allowSweeping(`${schema}.lease_counts`)}
    ${uuidv7Function(schema)}
    ${takeRoomsFunction(schema)}
    ${appendAnywhere(`${schema}.outbox`)}
    ${joinTransactionProcedure(schema)}`,
};

/** All rows, because workers deliver for all tenants. */
const TABLES = [
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'pending_deliveries',
  'deliveries',
  'attempts',
];

/** Each row leaves a dead one behind; a share of a long table would be too many of them. */
const SHORT_LIVED = 'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 10000';
