import { quoteLiteral } from '../quote-literal.js';

/**
 * Makes the audit log append-only. No row of it changes, none is deleted before its time, and all of
 * this binds the owner of the table as well.
 *
 * What it does not protect against: whoever owns the table can drop the triggers, a superuser can
 * switch them off, and whoever runs SQL of their own as the service can name a time to purge by. The
 * chain shows what they did: an entry that was changed, or that is missing among the others. Two
 * things it cannot tell: a beginning that was deleted looks as one that was purged, and whoever writes
 * the whole chain and its head anew leaves one that holds.
 */
export function makeAppendOnly(schema: string, table: string): string {
  return `
    create function ${schema}.refuse_audit_change() returns trigger language plpgsql
      as ${quoteLiteral(REFUSE_CHANGE)};

    create trigger append_only before update or delete on ${table}
      for each row execute function ${schema}.refuse_audit_change();
    create trigger never_truncated before truncate on ${table}
      for each statement execute function ${schema}.refuse_audit_change();`;
}

const REFUSE_CHANGE = `
    begin
      if tg_op = 'DELETE' then
        -- The purge says what time it is, for the application's clock decides.
        if old.retain_until <= current_setting('stepward.purge_now', true) collate "C" then
          return old;
        end if;
      end if;
      raise exception 'the audit log is append-only' using errcode = 'restrict_violation';
    end`;
