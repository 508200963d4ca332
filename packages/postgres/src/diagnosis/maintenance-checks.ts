import { quoteLiteral } from '../connection/quote.js';
import { failure, fine, listed, warning, type Check } from './check.js';

interface VacuumRow {
  readonly name: string;
  readonly is_off: boolean;
}

const vacuum: Check = {
  name: 'autovacuum',
  page: 'docs/operations/monitoring.md#vacuum',
  async run(read, { schema }) {
    const rows = await read<VacuumRow>(
      `select name, is_off from (
         select pg_class.relname as name, n_dead_tup > greatest(100000, 0.5 * n_live_tup) as is_behind,
           not current_setting('autovacuum')::boolean or coalesce(
             reloptions && array['autovacuum_enabled=false', 'autovacuum_enabled=off'], false) as is_off
         from pg_class join pg_stat_all_tables on relid = pg_class.oid
         where relnamespace = ${quoteLiteral(schema)}::regnamespace and relkind = 'r'
       ) as tables where is_off or is_behind order by name`,
    );
    const off = rows.filter(({ is_off: isOff }) => isOff).map(({ name }) => name);
    if (off.length > 0) return failure(`it is off for ${listed(off)}`, 'switch it on');
    const behind = rows.map(({ name }) => name);
    if (behind.length === 0) return fine('no table has many dead rows');
    const found = `it is behind: dead rows are more than half of ${listed(behind)}`;
    return warning(
      found,
      'see "snapshots", or give autovacuum more workers or a higher cost limit',
    );
  },
};

interface SnapshotRow {
  readonly holder: string;
  readonly held_s: number;
}

const LONG_HELD_S = 300;

const snapshots: Check = {
  name: 'snapshots',
  page: 'docs/operations/monitoring.md#vacuum',
  async run(read) {
    // Of other roles an ordinary role does not see the transaction, unless it has pg_read_all_stats.
    const rows = await read<SnapshotRow>(
      `select 'process ' || pid as holder,
         extract(epoch from clock_timestamp() - xact_start)::float8 as held_s
       from pg_stat_activity where backend_xmin is not null and pid <> pg_backend_pid() and datname = current_database()
       union all
       select 'prepared transaction ' || gid, extract(epoch from clock_timestamp() - prepared)::float8
       from pg_prepared_xacts where database = current_database()
       order by 2 desc`,
    );
    const [oldest] = rows;
    if (oldest === undefined || oldest.held_s <= LONG_HELD_S) {
      return fine('no transaction that is visible to this role is older than 5 minutes');
    }
    return warning(
      `the transaction of ${oldest.holder} has been open for ${String(Math.round(oldest.held_s))} s, and keeps dead rows`,
      'end it, and set idle_in_transaction_session_timeout',
    );
  },
};

const purge: Check = {
  name: 'purge',
  page: 'docs/running.md#purging-and-reminders',
  async run(read, { schema }) {
    const due = (time: string, by = '1 day'): string =>
      `${time} < clock_timestamp() - interval '${by}'`;
    const [row] = await read<{ readonly is_due: boolean }>(
      `select exists (select from ${schema}.codes where status = 'pending' and ${due('expires_at')})
         or exists (select from ${schema}.idempotency_records where ${due('expires_at')})
         or exists (select from ${schema}.authentication_entries where ${due('retain_until', '32 days')}) as is_due`,
    );
    if (row?.is_due !== true) return fine('nothing has been due for more than a day');
    return warning(
      'what expired a day ago is still stored: no purge runs',
      'run a delivery worker, which purges every hour, or call stepward.purge()',
    );
  },
};

interface ConnectionsRow {
  readonly used: number;
  readonly limit: number;
  /** Of the role; null for no limit. */
  readonly role_used: number;
  readonly role_limit: number | null;
}

const connections: Check = {
  name: 'connections',
  page: 'docs/operations.md#the-pool',
  async run(read) {
    const [row] = (await read<ConnectionsRow>(
      `select count(*)::integer as used, current_setting('max_connections')::integer as limit,
         (count(*) filter (where usename = current_user))::integer as role_used,
         (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user) as role_limit
       from pg_stat_activity where backend_type = 'client backend'`,
    )) as readonly [ConnectionsRow];
    const { used, limit, role_used: roleUsed, role_limit: roleLimit } = row;
    const ofRole =
      roleLimit === null ? '' : `, ${String(roleUsed)} of ${String(roleLimit)} of the role`;
    const found = `${String(used)} of ${String(limit)} are in use${ofRole}`;
    const isFull = used > 0.9 * limit || (roleLimit !== null && roleUsed > 0.9 * roleLimit);
    if (!isFull) return fine(found);
    return warning(found, 'raise the limit, or make the pools smaller');
  },
};

/** In the order of the report. */
export const MAINTENANCE_CHECKS: readonly Check[] = [vacuum, snapshots, purge, connections];
