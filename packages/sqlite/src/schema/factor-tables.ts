/** Factors, their codes and budgets, the counters of the fraud guard, sent messages, and grants. */
export const FACTOR_TABLES = `
  -- The parts of an identity's record, and of a destination's, each in a row. The subject is 'identity:' and an id, or
  -- 'destination:' and the key of a destination. A part without a last use is never purged.
  create table stepward_record_parts (
    tenant_id text not null, subject text not null, part text not null, value text not null,
    last_used_at integer,
    primary key (tenant_id, subject, part)
  ) strict, without rowid;

  -- The session is '' where the code is for none. A pending code ends when it expires; another one has ended.
  create table stepward_codes (
    tenant_id text not null, identity_id text not null, factor text not null, purpose text not null,
    session_id text not null, status text not null, ends_at integer not null, state text not null,
    primary key (tenant_id, identity_id, factor, purpose, session_id)
  ) strict, without rowid;
  -- A session has one challenge, for any identity.
  create unique index stepward_codes_sessions on stepward_codes (tenant_id, session_id)
    where purpose = 'step_up';

  create table stepward_trusted_devices (
    tenant_id text not null, identity_id text not null, device_id text not null, name text,
    digest text not null, trusted_at integer not null, expires_at integer not null,
    last_used_at integer,
    primary key (tenant_id, identity_id, device_id)
  ) strict, without rowid;

  -- The organisation is '' for the tenant's own policy.
  create table stepward_enrolments_due (
    tenant_id text not null, identity_id text not null, organisation_id text not null,
    required_since integer not null, found_at integer not null,
    reminded text check (reminded in ('seven_days', 'one_day', 'due')), review_at integer not null,
    primary key (tenant_id, identity_id, organisation_id)
  ) strict, without rowid;
  create index stepward_enrolments_due_reviews
    on stepward_enrolments_due (review_at, tenant_id, identity_id, organisation_id);

  create table stepward_daily_sends (
    tenant_id text not null, day text not null, share text not null, count integer not null,
    primary key (tenant_id, day, share)
  ) strict, without rowid;

  create table stepward_send_counters (
    tenant_id text not null, name text not null, bucket integer not null, part text not null,
    sent integer not null, verified integer not null,
    primary key (tenant_id, name, bucket, part)
  ) strict, without rowid;

  create table stepward_send_blocks (
    tenant_id text not null, name text not null, mode text not null, started_at integer not null,
    until integer not null, repeats integer not null, unverified integer not null,
    primary key (tenant_id, name)
  ) strict, without rowid;

  create table stepward_sms_messages (
    tenant_id text not null, message_key text not null unique, provider text not null,
    message_id text not null, whose text not null, counted text not null, sent_at integer not null,
    status text not null, reported_at integer,
    primary key (tenant_id, message_key)
  ) strict, without rowid;

  create table stepward_grants (
    tenant_id text not null, name text not null, verifier text not null, factor text not null,
    expires_at integer not null,
    primary key (tenant_id, name)
  ) strict, without rowid;
  create index stepward_grants_expiry on stepward_grants (expires_at);
`;
