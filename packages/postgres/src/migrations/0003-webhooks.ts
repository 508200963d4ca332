import { SHARD_COUNT } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote.js';
import { joinTransactionProcedure } from './join-transaction.js';
import type { Migration } from './migration.js';
import { PINNED } from './pinned.js';
import { allowSweeping, appendAnywhere, isolate, isolateTenants } from './row-level-security.js';

/**
 * The outbox, events, subscribers, pending and ended deliveries, and attempts.
 *
 * The outbox has an index for workers, by which they find what is new; one for workers, lists and the purge, by the time of a tenant's
 * events; and one for lists, by which they find several rows of one id. The log has none for purging: its key leads to the oldest rows. A BRIN index would not help, because vacuum lets new rows into the pages of
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
      -- It is not delivered from then on.
      expires_at timestamptz,
      -- The version of its type that the data is in, a date.
      version text
    );
    create index on ${schema}.events (tenant_id, emitted_at, event_id);
    -- Last, because in an empty table all indexes cost the same, and of those the planner takes the newest. A plan that is
    -- kept from then has to look up a row by its key.
    alter table ${schema}.events add primary key (tenant_id, event_id);

    create table ${schema}.subscribers (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      url text not null,
      description text not null,
      event_types text[] not null,
      naming text not null check (naming in ('canonical', 'legacy')),
      -- What webhook-signature holds.
      signature text not null default 'v1' check (signature in ('v1', 'v1a', 'both')),
      -- Whether it gets the data of events, or only their ids.
      body text not null default 'full' check (body in ('full', 'thin')),
      -- Whether the events of one ordering key come one after the other.
      ordering text not null default 'none' check (ordering in ('none', 'key')),
      -- The version of the data that it gets, a date; null for the first.
      version text,
      client_certificate text,
      -- The names, and the headers encrypted.
      headers jsonb,
      enabled boolean not null,
      disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
      secrets jsonb not null,
      failing_since timestamptz,
      failing_noticed_at timestamptz,
      -- Nothing is sent before this time.
      paused_until timestamptz,
      pause_reason text check (pause_reason in ('busy', 'failing')),
      constraint paused_for_a_reason check ((paused_until is null) = (pause_reason is null)),
      -- Pauses in a row by its answers, with no success between.
      busy_pauses integer not null default 0,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- It was paused, and no attempt has succeeded since: one is made at a time.
      on_trial boolean not null default false,
      primary key (tenant_id, subscriber_id),
      constraint enabled_has_no_reason check (not enabled or disabled_reason is null)
    );
    -- Few of all subscribers; counted for operators.
    create index subscribers_disabled on ${schema}.subscribers (tenant_id) where disabled_reason in ('gone', 'failing');
    create index subscribers_paused on ${schema}.subscribers (paused_until) where enabled and paused_until is not null;
    ${subscriberFilters(schema)}
    ${subscriberSequences(schema)}

    -- An emitted event, until the owner of its shard dispatches it. The host's transaction writes this row and nothing else.
    -- A key that two rows share makes one event when they are dispatched, so no index is unique.
    create table ${schema}.outbox (
      tenant_id text collate "C" not null,
      event_id uuid not null,
      type text not null,
      organisation_id text,
      data text not null,
      -- One event with a time that no id can be made of would stop the dispatch of its shard.
      emitted_at timestamptz not null check (emitted_at between '1970-01-01' and '9999-12-31'),
      expires_at timestamptz,
      version text,
      -- What a subscriber's filter must hold one of; joined by commas.
      patterns text not null,
      -- Made of what subscribers may have it ordered by; null for none.
      ordering_key uuid,
      -- Negative while the tenant is moved: no worker owns such a shard.
      shard smallint not null,
      -- Of one time, the first comes first.
      arrival bigint generated always as identity,
      -- The transaction that wrote it: what a reader has not seen yet is found by that.
      queued_by xid8 not null default pg_current_xact_id(),
      -- The last subscriber that has its delivery, of an event with many.
      dispatched_to uuid
    ) with (${SHORT_LIVED});
    create index outbox_arrivals on ${schema}.outbox (queued_by);
    create index outbox_times on ${schema}.outbox (shard, tenant_id, emitted_at, arrival);
    create index outbox_ids on ${schema}.outbox (tenant_id, event_id);

    -- A delivery that has not ended. It is apart from the log, so that the queue stays short however long the log is. Nothing
    -- is written to it when it is sent.
    create table ${schema}.pending_deliveries (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      delivery_id uuid not null,
      -- As in the outbox.
      shard smallint not null,
      event_id uuid not null,
      event_type text not null,
      -- Made with its event; false for a replay or a test.
      is_first boolean not null,
      -- Behind first attempts: it waits for another attempt, or is a replay or a test.
      is_late boolean not null,
      -- The attempts that were recorded.
      attempts integer not null check (attempts >= 0),
      -- Null while it waits for one before it of its key.
      due_at timestamptz,
      created_at timestamptz not null,
      replay_of uuid,
      -- Its number among all of its subscriber; null for a test, and for a handler.
      sequence bigint,
      -- That of its event; null for none, and for a replay and a test.
      ordering_key uuid,
      -- Those of its key with a higher sequence wait for it.
      is_ordered boolean not null default false,
      queued_by xid8 not null default pg_current_xact_id(),
      constraint waits_in_order check (due_at is not null or is_ordered)
    ) with (fillfactor = 80, ${SHORT_LIVED});
    create index pending_deliveries_windows
      on ${schema}.pending_deliveries (shard, tenant_id, subscriber_id, is_late, due_at, delivery_id);
    create index pending_deliveries_arrivals on ${schema}.pending_deliveries (queued_by);
    create index pending_deliveries_order
      on ${schema}.pending_deliveries (ordering_key, tenant_id, subscriber_id, sequence) where is_ordered;
    create index pending_deliveries_repeated
      on ${schema}.pending_deliveries (tenant_id, event_id) where not is_first;
    -- Last, as of the events.
    alter table ${schema}.pending_deliveries add primary key (tenant_id, subscriber_id, delivery_id);

    -- The workers that live, by the database's clock.
    create table ${schema}.workers (
      worker uuid primary key,
      lease_until timestamptz not null,
      -- Whether it counts where the shards are divided.
      takes_share boolean not null,
      -- When the longest waiting delivery that it knows became due.
      oldest_due_at timestamptz
    ) with (${SHORT_LIVED});

    -- Each shard has one owner at a time. The epoch grows with each new one.
    create table ${schema}.shards (
      shard smallint primary key ${IN_RANGE},
      owner uuid,
      epoch bigint not null default 0
    );
    insert into ${schema}.shards (shard) select generate_series(0, ${String(SHARD_COUNT - 1)});

    -- The handlers of the host's processes, as a worker has told them last.
    create table ${schema}.handlers (
      name text primary key,
      shard smallint not null ${IN_RANGE},
      -- The names and patterns of the events that it gets.
      events text[] not null,
      last_seen_at timestamptz not null
    );

    -- A delivery that has ended. Rows are only added, and purged. The id is in the order of its creation, so that
    -- the key is the order of the log.
    create table ${schema}.deliveries (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      delivery_id uuid not null,
      event_id uuid not null,
      event_type text not null,
      status text not null check (status in ('delivered', 'exhausted', 'skipped', 'expired')),
      attempts integer not null check (attempts >= 0),
      created_at timestamptz not null,
      finished_at timestamptz not null,
      replay_of uuid,
      sequence bigint,
      -- The attempt that ended it; null where none did.
      started_at timestamptz,
      duration_ms integer check (duration_ms >= 0),
      status_code integer,
      failure text,
      response_body text,
      -- The kind of body that it sent, and the version of the data.
      body text,
      version text,
      primary key (tenant_id, subscriber_id, delivery_id)
    );

    -- Attempts after which the delivery went on.
    create table ${schema}.attempts (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      delivery_id uuid not null,
      number integer not null check (number >= 1),
      started_at timestamptz not null,
      duration_ms integer check (duration_ms >= 0),
      status_code integer,
      failure text,
      response_body text not null,
      body text,
      version text,
      primary key (tenant_id, subscriber_id, delivery_id, number)
    );
    ${TABLES.map((table) => isolateTenants(`${schema}.${table}`)).join('')}
    ${TABLES.map((table) => allowSweeping(`${schema}.${table}`)).join('')}
    ${OF_WORKERS.map((table) => isolate(`${schema}.${table}`)).join('')}
    ${OF_WORKERS.map((table) => allowSweeping(`${schema}.${table}`)).join('')}
    ${appendAnywhere(`${schema}.outbox`)}
    ${joinTransactionProcedure(schema)}`,
};

/** Shards of handlers are above those of subscribers. */
const IN_RANGE = 'check (shard >= 0)';

/** Rows of no tenant. */
const OF_WORKERS = ['workers', 'shards', 'handlers'];

/** All rows, because workers deliver for all tenants. */
const TABLES = [
  'outbox',
  'events',
  'subscribers',
  'subscriber_filters',
  'subscriber_sequences',
  'pending_deliveries',
  'deliveries',
  'attempts',
];

/**
 * Each row leaves a dead one behind; a share of a long table would be too many of them. How often the tables are looked at is the
 * server's `autovacuum_naptime`.
 */
const SHORT_LIVED = 'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 500';

/**
 * Creates the index of all subscribers' filters: a row for each name or pattern of each subscriber, so that the subscribers
 * of an event are looked up by its patterns. An index on `event_types` cannot do that: row-level security allows no
 * look-up by an operator of arrays. Triggers keep the rows, however a subscriber is written.
 */
function subscriberFilters(schema: string): string {
  return `
    create table ${schema}.subscriber_filters (
      tenant_id text collate "C" not null,
      pattern text collate "C" not null,
      subscriber_id uuid not null,
      primary key (tenant_id, pattern, subscriber_id)
    );
    create function ${schema}.keep_filters() returns trigger language plpgsql ${PINNED}
      as ${quoteLiteral(keepIn(schema))};
    create trigger keeps_filters after insert or delete on ${schema}.subscribers
      for each row execute function ${schema}.keep_filters();
    create trigger keeps_changed_filters after update of event_types on ${schema}.subscribers
      for each row when (old.event_types <> new.event_types) execute function ${schema}.keep_filters();`;
}

/**
 * Creates the number of the last delivery of each subscriber. It is apart from the subscriber, whose row is long, and which a host's
 * transaction may hold: only a dispatch updates this one. Triggers make and delete the rows, so a dispatch leaves none of a deleted subscriber.
 */
function subscriberSequences(schema: string): string {
  return `
    create table ${schema}.subscriber_sequences (
      tenant_id text collate "C" not null,
      subscriber_id uuid not null,
      last bigint not null default 0,
      primary key (tenant_id, subscriber_id)
    ) with (fillfactor = 50);
    create function ${schema}.keep_sequence() returns trigger language plpgsql ${PINNED}
      as ${quoteLiteral(keepSequenceIn(schema))};
    create trigger keeps_sequence after insert or delete on ${schema}.subscribers
      for each row execute function ${schema}.keep_sequence();`;
}

function keepSequenceIn(schema: string): string {
  return `
    begin
      if tg_op = 'DELETE' then
        delete from ${schema}.subscriber_sequences
        where tenant_id = old.tenant_id and subscriber_id = old.subscriber_id;
      else
        insert into ${schema}.subscriber_sequences (tenant_id, subscriber_id) values (new.tenant_id, new.subscriber_id);
      end if;
      return null;
    end`;
}

function keepIn(schema: string): string {
  return `
    begin
      if tg_op <> 'INSERT' then
        delete from ${schema}.subscriber_filters
        where tenant_id = old.tenant_id and pattern = any(old.event_types) and subscriber_id = old.subscriber_id;
      end if;
      if tg_op <> 'DELETE' then
        insert into ${schema}.subscriber_filters (tenant_id, pattern, subscriber_id)
        select distinct new.tenant_id, pattern, new.subscriber_id from unnest(new.event_types) as pattern;
      end if;
      return null;
    end`;
}
