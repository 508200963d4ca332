import { ALL_SHARDS } from '@stepward/core/adapter';

/**
 * The outbox, events, subscribers, deliveries and attempts, and who owns the shards of the queue.
 *
 * Arrivals are numbers that are given once. Transactions commit one after the other, so a row with a higher number was
 * committed later.
 */
export const WEBHOOK_TABLES = `
  -- Rows of one id make one event when they are dispatched, so no index is unique.
  create table stepward_outbox (
    arrival integer primary key autoincrement, tenant_id text not null, shard integer not null,
    event_id text not null, type text not null, organisation_id text, data text not null,
    emitted_at integer not null, expires_at integer, version text,
    -- A JSON array: what a subscriber's filter must hold one of.
    patterns text not null,
    -- From orderingKeyOf; null for none.
    ordering_key text,
    -- The last subscriber that has its delivery, of an event with many.
    dispatched_to text
  ) strict;
  create index stepward_outbox_times on stepward_outbox (tenant_id, emitted_at, arrival);
  create index stepward_outbox_ids on stepward_outbox (tenant_id, event_id);

  create table stepward_events (
    tenant_id text not null, event_id text not null, type text not null, organisation_id text,
    data text not null, emitted_at integer not null,
    -- It is not delivered from then on.
    expires_at integer,
    -- The version of its type that the data is in, a date.
    version text,
    primary key (tenant_id, event_id)
  ) strict;
  create index stepward_events_times on stepward_events (tenant_id, emitted_at, event_id);

  create table stepward_subscribers (
    tenant_id text not null, subscriber_id text not null, url text not null,
    description text not null, event_types text not null, naming text not null, signature text not null, body text not null,
    ordering text not null,
    -- The version of the data that it gets, a date; null for the first.
    version text,
    client_certificate text, headers text not null,
    enabled integer not null, disabled_reason text, secrets text not null, failing_since integer,
    failing_noticed_at integer, created_at integer not null, updated_at integer not null,
    -- Nothing is sent before this time.
    paused_until integer, pause_reason text,
    -- Pauses in a row by its answers, with no success between.
    busy_pauses integer not null default 0,
    -- No attempt has succeeded since a pause: one is made at a time.
    on_trial integer not null default 0,
    -- The number of its last delivery.
    last_sequence integer not null default 0,
    primary key (tenant_id, subscriber_id)
  ) strict, without rowid;

  create table stepward_deliveries (
    arrival integer primary key autoincrement, tenant_id text not null, subscriber_id text not null,
    delivery_id text not null, shard integer not null, event_id text not null,
    event_type text not null, status text not null, attempts integer not null, due_at integer,
    created_at integer not null, finished_at integer, replay_of text,
    -- Its number among all of its subscriber; null for a test, and for a handler.
    sequence integer,
    -- Behind first attempts: it waits for another attempt, or is a replay or a test.
    is_late integer not null,
    -- That of its event; null for none, for a replay and a test.
    ordering_key text,
    -- Those of its key that come later wait for it: they have no due time.
    is_ordered integer not null
  ) strict;
  create unique index stepward_deliveries_log
    on stepward_deliveries (tenant_id, subscriber_id, delivery_id);
  create index stepward_deliveries_due
    on stepward_deliveries (tenant_id, subscriber_id, is_late, due_at, delivery_id)
    where status = 'pending';
  create index stepward_deliveries_order
    on stepward_deliveries (tenant_id, subscriber_id, ordering_key, sequence)
    where status = 'pending' and is_ordered = 1;
  create index stepward_deliveries_events on stepward_deliveries (tenant_id, event_id)
    where status = 'pending';

  create table stepward_attempts (
    tenant_id text not null, subscriber_id text not null, delivery_id text not null,
    number integer not null, started_at integer not null, duration_ms integer not null,
    status_code integer, failure text, response_body text not null,
    -- The kind of body that was sent, and the version of the data.
    body text, version text,
    primary key (tenant_id, subscriber_id, delivery_id, number)
  ) strict, without rowid;

  create table stepward_workers (
    worker text primary key, lease_until integer not null, takes_share integer not null,
    oldest_due_at integer
  ) strict, without rowid;

  -- The epoch grows with each owner.
  create table stepward_shards (
    shard integer primary key, owner text, epoch integer not null default 0
  ) strict;

  -- The handlers of the host's processes, as a worker has told them last. Events are a JSON array.
  create table stepward_handlers (
    name text primary key, shard integer not null, events text not null, last_seen_at integer not null
  ) strict, without rowid;
  insert into stepward_shards (shard) values ${ALL_SHARDS.map((shard) => `(${shard})`).join(', ')};
`;
