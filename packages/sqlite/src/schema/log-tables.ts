import { ENTRY_RETENTION_MS, GENESIS_HASH } from '@stepward/core/adapter';
import { CLOCK } from './clock.js';

const AUDIT_LOG = 'the audit log is append-only';
const HEAD = 'the head of the audit log moves by one entry at a time';
const AUTHENTICATION_LOG = 'the authentication log is append-only';

/** The time of an entry has not passed. */
const NOT_DUE = `old.retain_until > ${CLOCK}`;
/** The same, and the entry may not be erased before. */
const NOT_ERASABLE = `${NOT_DUE} and (old.retain_until > old.at + ${ENTRY_RETENTION_MS}
  or not exists (select 1 from stepward_erasing where tenant_id = old.tenant_id))`;

/** Keys of a new row. */
const SAME_TENANT = 'tenant_id = new.tenant_id';
const SAME_SEQUENCE = `${SAME_TENANT} and sequence = new.sequence`;
const SAME_ENTRY = `${SAME_TENANT} and entry_id = new.entry_id`;

/** A new head is not the first one of its tenant. */
const NOT_FIRST = `new.sequence <> 1 or new.previous_hash <> '${GENESIS_HASH}'
  or ${isTaken('audit_heads', [SAME_TENANT])}`;
/** A head does not follow the one before it. */
const NOT_NEXT = `new.tenant_id <> old.tenant_id or new.sequence <> old.sequence + 1
  or new.previous_hash <> old.hash`;

/**
 * The audit log and the authentication log. Triggers hold every connection to what they promise: no entry is changed or
 * replaced, nor deleted before its time or by an erasure, and the head of a chain moves forward by one entry. A program that opens the
 * file can drop them; the chain shows what it changed then.
 */
export const LOG_TABLES = `
  -- The text is what the hash is over.
  create table stepward_audit_entries (
    tenant_id text not null, sequence integer not null, text text not null,
    previous_hash text not null, hash text not null, type text not null, at integer not null,
    retain_until integer not null,
    primary key (tenant_id, sequence)
  ) strict, without rowid;
  create index stepward_audit_ids
    on stepward_audit_entries (tenant_id, json_extract(text, '$.id'));
  ${keep('audit_entries', AUDIT_LOG, NOT_DUE, [SAME_SEQUENCE])}

  -- Where each tenant's chain has come to.
  create table stepward_audit_heads (
    tenant_id text primary key, sequence integer not null, previous_hash text not null,
    hash text not null
  ) strict, without rowid;
  ${refuse('insert', 'audit_heads', HEAD, NOT_FIRST)}
  ${refuse('update', 'audit_heads', HEAD, NOT_NEXT)}
  ${refuse('delete', 'audit_heads', HEAD, 'true')}

  -- The tenant, while some of its data is erased.
  create table stepward_erasing (tenant_id text primary key) strict, without rowid;

  -- The place is the order in which entries were written.
  create table stepward_authentication_entries (
    place integer primary key autoincrement,
    tenant_id text not null, entry_id text not null, type text not null, at integer not null,
    identity_id text, factor text, session_id text, actor text not null, reason text,
    client text not null, refused text not null, operation text not null,
    retain_until integer not null,
    unique (tenant_id, entry_id)
  ) strict;
  create index stepward_authentication_places
    on stepward_authentication_entries (tenant_id, place);
  create index stepward_authentication_identities
    on stepward_authentication_entries (tenant_id, identity_id, entry_id);
  ${keep('authentication_entries', AUTHENTICATION_LOG, NOT_ERASABLE, ['place = new.place', SAME_ENTRY])}
`;

/** Triggers for a log. */
function keep(table: string, message: string, isKept: string, keys: readonly string[]): string {
  return `${refuse('insert', table, message, isTaken(table, keys))}
  ${refuse('update', table, message, 'true')}
  ${refuse('delete', table, message, isKept)}`;
}

/**
 * Whether a row with one of the keys of the new one is there. `insert or replace` deletes that row without a trigger, so it is
 * refused before.
 */
function isTaken(table: string, keys: readonly string[]): string {
  const taken = keys.map((key) => `exists (select 1 from stepward_${table} where ${key})`);
  return `(${taken.join(' or ')})`;
}

function refuse(
  change: 'insert' | 'update' | 'delete',
  table: string,
  message: string,
  condition: string,
): string {
  return `create trigger stepward_${table}_${change} before ${change} on stepward_${table}
    when ${condition} begin select raise(abort, '${message}'); end;`;
}
