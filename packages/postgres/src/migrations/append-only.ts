import { GENESIS_HASH } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote.js';
import { PINNED } from './pinned.js';
import { isMoved } from './row-level-security.js';

/**
 * Makes the audit log append-only. No row can be changed, or deleted before its time, unless its tenant was moved to another
 * database, with the log. This also binds the owner of the table.
 *
 * What it does not protect against: the owner of the table can drop the triggers, and a superuser can switch them off.
 * The chain shows such changes: a changed entry, and an entry missing in the middle or at the end. It does not show that
 * the beginning was deleted, because a purge does the same, or that a role without triggers rewrote the whole chain and
 * its head. A head that was kept elsewhere shows both.
 */
export function makeAppendOnly(schema: string, table: string): string {
  return `
    create function ${schema}.refuse_audit_change() returns trigger language plpgsql ${PINNED}
      as ${quoteLiteral(refuseChange(schema))};

    create trigger append_only before update or delete on ${table}
      for each row execute function ${schema}.refuse_audit_change();
    create trigger never_truncated before truncate on ${table}
      for each statement execute function ${schema}.refuse_audit_change();`;
}

function refuseChange(schema: string): string {
  return `
    begin
      if tg_op = 'DELETE' then
        if old.retain_until::timestamptz <= clock_timestamp() or ${isMoved(schema, 'old.tenant_id')} then
          return old;
        end if;
      end if;
      raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
    end`;
}

/**
 * Lets the head of each tenant's log move by one entry at a time, linked to the previous one, so that the newest
 * entries cannot be removed together with the head. This binds the owner of the table as well. The head of a tenant that is moved comes
 * and goes as a whole.
 */
export function moveHeadForwardOnly(schema: string, table: string): string {
  return `
    create function ${schema}.check_audit_head() returns trigger language plpgsql ${PINNED}
      as ${quoteLiteral(checkHead(schema))};

    create trigger moves_by_one before insert or update or delete on ${table}
      for each row execute function ${schema}.check_audit_head();
    create trigger never_truncated before truncate on ${table}
      for each statement execute function ${schema}.check_audit_head();`;
}

function checkHead(schema: string): string {
  return `
    begin
      if tg_op = 'INSERT' then
        if new.sequence = 1 and new.previous_hash = '${GENESIS_HASH}' then
          return new;
        end if;
      elsif tg_op = 'UPDATE' then
        if new.tenant_id = old.tenant_id and new.sequence = old.sequence + 1
            and new.previous_hash = old.hash then
          return new;
        end if;
      end if;
      if tg_op <> 'TRUNCATE' then
        if ${isMoved(schema, 'coalesce(new.tenant_id, old.tenant_id)')} then
          return coalesce(new, old);
        end if;
      end if;
      raise exception 'the head of the audit log moves by one entry at a time'
        using errcode = 'restrict_violation';
    end`;
}
