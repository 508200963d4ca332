import { ENTRY_RETENTION_MS } from '@stepward/core/adapter';
import { quoteLiteral } from '../connection/quote.js';
import { PINNED } from './pinned.js';
import { isolate } from './row-level-security.js';

const LOG = 'authentication_entries';

/**
 * The partitions of the authentication log, one for each month (UTC) of the ids of its entries, which begin with their time. The default
 * partition takes what has no month, so an insert never fails for want of one.
 *
 * `drop_log_months` drops the months that are past, and `make_log_months` makes those ahead. The service calls them, but only the
 * owner of the tables may make and drop them, so they run as that role: they have no parameter but a time, and no entry is dropped
 * before its `retain_until`, by the database's clock. What needs a lock that it cannot have within two seconds is left for the next
 * call, because inserts wait behind it.
 *
 * Each is called in a transaction of its own. To attach a month locks out the readers of the default partition until the transaction
 * ends, and to drop one waits for all readers of the log: both in one transaction would be a deadlock with a reader that has
 * begun with the log and waits for the default partition.
 *
 * Partitions have no policy: they are read and written by way of the log, whose policies hold.
 */
export function createLogMonths(schema: string): string {
  const fallback = `${schema}.${LOG}_default`;
  return `
    create table ${fallback} partition of ${schema}.${LOG} default;
    ${isolate(fallback)}

    create function ${schema}.first_id_of(month timestamp) returns uuid language sql immutable ${PINNED}
      as ${quoteLiteral(FIRST_ID)};
    create procedure ${schema}.make_log_month(month timestamp) language plpgsql ${PINNED}
      as ${quoteLiteral(makeMonth(schema))};
    create function ${schema}.make_log_months() returns void language plpgsql security definer ${PINNED}
      set lock_timeout = '2s' as ${quoteLiteral(makeMonths(schema))};
    create function ${schema}.drop_log_months(until timestamptz) returns void language plpgsql security definer ${PINNED}
      set lock_timeout = '2s' as ${quoteLiteral(dropMonths(schema))};
    revoke all on procedure ${schema}.make_log_month from public;
    revoke all on function ${schema}.make_log_months, ${schema}.drop_log_months from public;
    select ${schema}.make_log_months();`;
}

const FIRST_ID = `
    select (lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

function makeMonth(schema: string): string {
  const name = `'${LOG}_' || to_char(month, 'YYYY_MM')`;
  const run = (text: string): string =>
    `execute format(${quoteLiteral(text)}, ${quoteLiteral(schema)}, name, ${schema}.first_id_of(month),
        ${schema}.first_id_of(month + interval '1 month'));`;
  return `
    declare
      name text := ${name};
    begin
      if to_regclass(format('%s.%I', ${quoteLiteral(schema)}, name)) is not null then
        return;
      end if;
      -- Attached afterwards, because "create table … partition of" would block all reads of the log.
      ${run(`create table %1$s.%2$I (like %1$s.${LOG} including all)`)}
      ${run(isolate('%1$s.%2$I'))}
      ${run(`alter table %1$s.${LOG} attach partition %1$s.%2$I for values from (%3$L) to (%4$L)`)}
    exception when lock_not_available or deadlock_detected or check_violation then
      -- The default partition has entries of the month, or is being read: it keeps what the month would have.
      return;
    end`;
}

function makeMonths(schema: string): string {
  return `
    begin
      for ahead in 0..2 loop
        call ${schema}.make_log_month(
          date_trunc('month', clock_timestamp() at time zone 'UTC') + ahead * interval '1 month');
      end loop;
    end`;
}

function dropMonths(schema: string): string {
  return `
    declare
      past timestamptz := least(until, clock_timestamp());
      month timestamp;
      name text;
    begin
      -- Otherwise row-level security hides the entries that must be kept.
      perform set_config('stepward.maintenance', 'on', true);
      for name in
        select relname from pg_inherits join pg_class on oid = inhrelid
        where inhparent = ${quoteLiteral(`${schema}.${LOG}`)}::regclass and relname ~ '_[0-9]{4}_[0-9]{2}$' order by 1
      loop
        month := to_date(right(name, 7), 'YYYY_MM');
        continue when (month + interval '1 month') at time zone 'UTC'
            > past - interval '${String(ENTRY_RETENTION_MS)} milliseconds'
          or exists (select from ${schema}.${LOG} where entry_id >= ${schema}.first_id_of(month)
            and entry_id < ${schema}.first_id_of(month + interval '1 month') and retain_until > past);
        begin
          execute format('drop table %s.%I', ${quoteLiteral(schema)}, name);
        exception when lock_not_available or deadlock_detected then
          return;
        end;
      end loop;
    end`;
}
