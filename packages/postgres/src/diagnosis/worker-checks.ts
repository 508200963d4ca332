import { SHARD_COUNT } from '@stepward/core/adapter';
import { failure, fine, listed, warning, type Check } from './check.js';

/** Counting stops here, because a long queue would be read as a whole. */
const COUNTED = 10_000;

const counted = (count: number): string =>
  count > COUNTED ? `more than ${String(COUNTED)}` : String(count);

/** Restricts events of the outbox to those that have a subscriber or a handler: a host without webhooks has no worker. */
function delivered(schema: string): string {
  return `where exists (select from ${schema}.handlers)
    or exists (select from ${schema}.subscribers where subscribers.tenant_id = outbox.tenant_id)`;
}

interface WorkersRow {
  readonly living: number;
  readonly ended: number;
  /** Shards of subscribers whose owner does not live. The higher ones are of handlers: one that was removed leaves its shard behind. */
  readonly unowned: number;
  readonly has_queue: boolean;
}

const workers: Check = {
  name: 'delivery worker',
  page: 'docs/operations.md#the-delivery-worker',
  async run(read, { schema }) {
    const [row] = (await read<WorkersRow>(
      `with living as (select worker from ${schema}.workers where lease_until > clock_timestamp())
       select (select count(*) from living)::integer as living,
         (select count(*) from ${schema}.workers where lease_until <= clock_timestamp())::integer as ended,
         (select count(*) from ${schema}.shards where shard < ${String(SHARD_COUNT)}
           and (owner is null or owner not in (select worker from living)))::integer as unowned,
         exists (select from ${schema}.outbox ${delivered(schema)})
           or exists (select from ${schema}.pending_deliveries) as has_queue`,
    )) as readonly [WorkersRow];
    const { living, ended, unowned, has_queue: hasQueue } = row;
    if (living === 0) {
      if (hasQueue) {
        return failure('events wait, and no delivery worker runs', 'start a process with a worker');
      }
      return warning(
        'no delivery worker runs',
        'start one, unless you use no webhooks or handlers',
      );
    }
    if (ended > 0) {
      const found = `${String(living)} run, and ${String(ended)} ended within the hour without stopping`;
      return warning(found, 'look in the log for what killed the process');
    }
    if (unowned > 0) {
      const found = `${String(living)} run, and ${String(unowned)} shards have no owner`;
      return warning(found, 'run this again: workers take them within seconds');
    }
    return fine(`${String(living)} run, and own all shards`);
  },
};

const handlers: Check = {
  name: 'handlers',
  page: 'docs/handlers.md',
  async run(read, { schema }) {
    const rows = await read<{ readonly name: string; readonly is_running: boolean }>(
      `select name, exists (
         select from ${schema}.shards join ${schema}.workers on worker = owner
         where shard = handler.shard and lease_until > clock_timestamp()
       ) as is_running
       from ${schema}.handlers as handler order by name collate "C"`,
    );
    const absent = rows.filter(({ is_running: isRunning }) => !isRunning).map(({ name }) => name);
    if (absent.length === 0) return fine(`${String(rows.length)} known, each in a process`);
    const found = `no process has ${listed(absent)}: what is for them waits`;
    return failure(found, 'start a worker with the handler; one that you removed ends by itself');
  },
};

interface QueueRow {
  readonly events: number;
  readonly deliveries: number;
  /** How long the oldest has been due, in seconds; null for none. */
  readonly lag_s: number | null;
  readonly tenant: string | null;
}

const LATE_S = 60;
const VERY_LATE_S = 900;

const queue: Check = {
  name: 'queue',
  page: 'docs/operations/monitoring.md#the-queue',
  async run(read, { schema }) {
    const limit = COUNTED + 1;
    const [row] = (await read<QueueRow>(
      `with events as materialized (
         select tenant_id, emitted_at as since from ${schema}.outbox ${delivered(schema)} order by queued_by limit $1
       ), deliveries as materialized (
         select tenant_id, due_at as since from ${schema}.pending_deliveries order by queued_by limit $1
       ), oldest as (
         select tenant_id, since from (table events union all table deliveries) as waiting order by since limit 1
       )
       select (select count(*) from events)::integer as events,
         (select count(*) from deliveries)::integer as deliveries,
         (select tenant_id from oldest) as tenant,
         (select extract(epoch from clock_timestamp() - since) from oldest)::float8 as lag_s`,
      [limit],
    )) as readonly [QueueRow];
    const { events, deliveries, lag_s: lagS, tenant } = row;
    const depth = `${counted(events)} events and ${counted(deliveries)} deliveries wait`;
    if (lagS === null || lagS <= LATE_S) return fine(depth);
    const found = `${depth}, one of the tenant ${tenant ?? ''} for ${String(Math.round(lagS))} s`;
    const judge = lagS > VERY_LATE_S ? failure : warning;
    return judge(found, 'start more workers, or see which subscribers are slow');
  },
};

interface SubscribersRow {
  readonly live: number;
  readonly disabled: number;
  readonly paused: number;
}

const subscribers: Check = {
  name: 'subscribers',
  page: 'docs/operations/monitoring.md#the-queue',
  async run(read, { schema }) {
    const [row] = (await read<SubscribersRow>(
      `select count(*) filter (where enabled)::integer as live,
         count(*) filter (where disabled_reason in ('gone', 'failing'))::integer as disabled,
         count(*) filter (where enabled and paused_until > clock_timestamp())::integer as paused
       from ${schema}.subscribers`,
    )) as readonly [SubscribersRow];
    const { live, disabled, paused } = row;
    const found = `${String(live)} enabled, ${String(paused)} of them paused`;
    if (disabled === 0) return fine(found);
    return warning(
      `${found}; ${String(disabled)} disabled because they failed or are gone`,
      'tell their tenants, and let them enable them again and replay',
    );
  },
};

/** In the order of the report. */
export const WORKER_CHECKS: readonly Check[] = [workers, handlers, queue, subscribers];
