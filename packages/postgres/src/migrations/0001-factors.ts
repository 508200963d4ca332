import type { Migration } from './migration.js';
import { createTenantMoves } from './tenant-moves.js';
import { allowSweeping, findByHash, isolateTenants } from './row-level-security.js';

/**
 * Tenants and their moves, the default directory, authenticators, trusted devices, their codes and budgets, the messages that brought the
 * codes, and grants.
 *
 * Every key begins with the tenant, so that the schema can be sharded by tenant. No column has a default tenant.
 * Times are the application's, so that one clock decides.
 */
export const factors: Migration = {
  id: '0001-factors',
  sql: (schema) => `
    ${createTenantMoves(schema)}

    create table ${schema}.tenants (
      tenant_id text primary key,
      sms_settings jsonb not null,
      mfa_policy jsonb not null,
      password_policy jsonb not null,
      hipaa boolean not null
    );

    create table ${schema}.identities (
      tenant_id text not null,
      identity_id text not null,
      state text not null check (state in ('active', 'suspended')),
      phone text,
      phone_verified boolean,
      other_factors text[] not null,
      backup_codes_remaining integer not null check (backup_codes_remaining >= 0),
      locale text,
      primary key (tenant_id, identity_id),
      constraint phone_trait_is_whole check ((phone is null) = (phone_verified is null))
    );

    -- What a factor verifies answers by is text that the factor alone reads; no secret in it is plain.
    create table ${schema}.authenticators (
      tenant_id text not null,
      identity_id text not null,
      authenticator_id text not null,
      factor text not null,
      name text,
      enrolled_at timestamptz not null,
      last_used_at timestamptz,
      verifier text,
      wrong_in_a_row integer not null check (wrong_in_a_row >= 0),
      primary key (tenant_id, identity_id, authenticator_id),
      -- The id of a credential's authenticator follows from the credential, so a credential has one owner.
      constraint authenticator_has_one_owner unique (tenant_id, authenticator_id)
    );

    -- Browsers from which sign-in asks for no second factor. The digest is keyed, over their tokens.
    create table ${schema}.trusted_devices (
      tenant_id text not null,
      identity_id text not null,
      device_id text not null,
      name text,
      digest text not null,
      trusted_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      primary key (tenant_id, identity_id, device_id)
    );
    create index on ${schema}.trusted_devices (expires_at);

    -- Since when the policy of an organisation demands a factor of a person. The organisation is '' for the tenant's own policy.
    create table ${schema}.enrolments_due (
      tenant_id text not null,
      identity_id text not null,
      organisation_id text not null,
      required_since timestamptz not null,
      found_at timestamptz not null,
      -- The last stage that the person was reminded of, and when the enrolment is looked at again.
      reminded text check (reminded in ('seven_days', 'one_day', 'due')),
      review_at timestamptz not null,
      primary key (tenant_id, identity_id, organisation_id)
    );
    create index on ${schema}.enrolments_due (review_at, tenant_id, identity_id, organisation_id);

    -- The session is '' where the code is for none. A pending code has all of its columns, but for the destination
    -- where nothing was sent; a tombstone has its end and nothing of the code.
    create table ${schema}.codes (
      tenant_id text not null,
      identity_id text not null,
      factor text not null,
      purpose text not null,
      session_id text not null,
      status text not null,
      code_id text,
      destination text,
      verifier text,
      issued_at timestamptz,
      expires_at timestamptz,
      attempts_spent integer check (attempts_spent >= 0),
      guessed_wrong_at timestamptz[],
      counted jsonb,
      ended_at timestamptz,
      primary key (tenant_id, identity_id, factor, purpose, session_id),
      constraint session_fits_purpose check ((session_id <> '') = (purpose = 'step_up')),
      constraint columns_fit_status check (
        case
          when status = 'pending' then ended_at is null and num_nulls(
            code_id, verifier, issued_at, expires_at, attempts_spent, guessed_wrong_at, counted) = 0
          when status in ('expired', 'exhausted', 'void', 'withdrawn') then ended_at is not null and num_nonnulls(
            code_id, destination, verifier, issued_at, expires_at, attempts_spent, guessed_wrong_at, counted) = 0
          else false
        end
      )
    );
    -- A session has one challenge, for any identity.
    create unique index on ${schema}.codes (tenant_id, session_id) where purpose = 'step_up';
    create index on ${schema}.codes (expires_at) where status = 'pending';
    create index on ${schema}.codes (ended_at) where ended_at is not null;

    -- Every write about an identity, or a destination, raises the version of its ledger: decisions are made on one.
    -- The subject is 'identity:' and an id, or 'destination:' and the keyed hash of a destination and its share.
    create table ${schema}.ledgers (
      tenant_id text not null,
      subject text not null,
      sent_at timestamptz[] not null default '{}',
      cooldown_started_at timestamptz,
      wrong_guesses timestamptz[] not null default '{}',
      refused_at timestamptz[] not null default '{}',
      started_at timestamptz[] not null default '{}',
      last_used_at timestamptz not null,
      version bigint not null,
      primary key (tenant_id, subject)
    );
    create index on ${schema}.ledgers (last_used_at);

    -- A count is the sum of its slots. What was given back may be below what its slot counted.
    create table ${schema}.daily_sends (
      tenant_id text not null,
      day date not null,
      share text not null check (share in ('enrolled', 'others')),
      slot smallint not null,
      count integer not null,
      primary key (tenant_id, day, share, slot)
    );

    -- What the fraud guard counts, each counter as the sum of its slots. A name holds no number and no address: those are
    -- keyed hashes in it.
    create table ${schema}.send_counters (
      tenant_id text not null,
      name text collate "C" not null,
      bucket timestamptz not null,
      part text collate "C" not null,
      slot smallint not null,
      sent integer not null,
      verified integer not null,
      primary key (tenant_id, name, bucket, part, slot)
    );
    create index on ${schema}.send_counters (bucket);

    create table ${schema}.send_blocks (
      tenant_id text not null,
      name text collate "C" not null,
      mode text not null check (mode in ('monitor', 'enforce')),
      started_at timestamptz not null,
      until timestamptz not null,
      repeats integer not null,
      unverified integer not null,
      primary key (tenant_id, name)
    );
    create index on ${schema}.send_blocks (until);

    -- Messages whose deliveries are reported. The hash is over provider and message id; the session is '' where the code
    -- was for none.
    create table ${schema}.sms_messages (
      tenant_id text not null,
      message_hash text collate "C" not null unique check (message_hash ~ '^[0-9a-f]{64}$'),
      provider text not null,
      message_id text not null,
      identity_id text not null,
      factor text not null,
      purpose text not null,
      session_id text not null,
      counted jsonb not null,
      sent_at timestamptz not null,
      status text not null check (status in ('sent', 'delivered', 'undelivered', 'failed')),
      reported_at timestamptz,
      primary key (tenant_id, message_hash),
      constraint final_status_is_dated check ((status = 'sent') = (reported_at is null)),
      constraint session_fits_purpose check ((session_id <> '') = (purpose = 'step_up'))
    );
    create index on ${schema}.sms_messages (sent_at);

    -- For one operation of a person each. Name and verifier are keyed hashes over its owner.
    create table ${schema}.grants (
      tenant_id text not null,
      name text collate "C" not null,
      verifier text not null,
      factor text not null,
      expires_at timestamptz not null,
      primary key (tenant_id, name)
    );
    create index on ${schema}.grants (expires_at);
    ${TENANT_TABLES.map((table) => isolateTenants(`${schema}.${table}`)).join('')}
    ${SWEPT_TABLES.map((table) => allowSweeping(`${schema}.${table}`)).join('')}
    ${READ_TABLES.map((table) => allowSweeping(`${schema}.${table}`, 'select')).join('')}
    ${findByHash(`${schema}.sms_messages`, 'message_hash', 'sms_message_hash')}`,
};

const SWEPT_TABLES = [
  'trusted_devices',
  'codes',
  'ledgers',
  'daily_sends',
  'send_counters',
  'send_blocks',
  'sms_messages',
  'grants',
];
/** Of these a sweep reads all rows, to look at enrolments again and to count what is under each key; it deletes none. */
const READ_TABLES = ['authenticators', 'enrolments_due'];

const TENANT_TABLES = ['tenants', 'identities', ...READ_TABLES, ...SWEPT_TABLES];
