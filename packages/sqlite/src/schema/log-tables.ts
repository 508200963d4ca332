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

/**
 * The audit log and the authentication log. Triggers hold every connection to what they promise: no entry is changed,
 * nor deleted before its time or by an erasure, and the head of a chain moves forward by one entry. A program that opens the file can
 * drop them; the chain shows what it changed then.
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
  ${keep('audit_entries', AUDIT_LOG, NOT_DUE)}

  -- Where each tenant's chain has come to.
  create table stepward_audit_heads (
    tenant_id text primary key, sequence integer not null, previous_hash text not null,
    hash text not null
  ) strict, without rowid;
  ${refuse('insert', 'audit_heads', HEAD, `new.sequence <> 1 or new.previous_hash <> '${GENESIS_HASH}'`)}
  ${refuse('update', 'audit_heads', HEAD, 'new.sequence <> old.sequence + 1 or new.previous_hash <> old.hash')}
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
  ${keep('authentication_entries', AUTHENTICATION_LOG, NOT_ERASABLE)}
`;

/** Triggers for a log. A row that is replaced would be deleted without them, so no row may take the place of another. */
function keep(table: string, message: string, isKept: string): string {
  return `${refuse('update', table, message, 'true')}
  ${refuse('delete', table, message, isKept)}`;
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
