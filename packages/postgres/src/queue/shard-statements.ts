import { HANDLER_SEEN_MS, SHARD_COUNT } from '@stepward/core/adapter';
import { statement, type Statement } from '../connection/statement.js';

export interface ShardStatements {
  /** Takes names, shards, and events as JSON. */
  readonly register: Statement;
  /** Takes worker, milliseconds, whether it takes a share, and its oldest due time. */
  readonly renew: Statement;
  /** Takes worker and shards, null for all of its own. */
  readonly release: Statement;
  readonly read: Statement;
  readonly restore: Statement;
  /** Takes worker, shards, their epochs, and how many of them. */
  readonly take: Statement;
  readonly end: Statement;
  readonly bury: Statement;
}

/** @param tell SQL that announces free shards */
export function shardStatements(schema: string, tell: string): ShardStatements {
  const [shards, workers] = [`${schema}.shards`, `${schema}.workers`];
  const handlers = `${schema}.handlers`;
  const firstEpoch = 'extract(epoch from clock_timestamp()) * 1000000';
  const isFree = `not exists (
       select from ${workers} where worker = shards.owner and lease_until > clock_timestamp()
     )`;
  const others = `${workers} where takes_share and lease_until > clock_timestamp() and worker <> $1`;
  return {
    // Waits for no row that another worker is changing: this one tells its handlers again in a moment.
    register: statement(
      'handler_register',
      `with told as materialized (
         select name, shard, array(select jsonb_array_elements_text(events)) as events
         from unnest($1::text[], $2::smallint[], $3::jsonb[]) as told (name, shard, events) order by name
       ), outdated as materialized (
         select handler.name, told.events from told
         join ${handlers} as handler on handler.name = told.name
         where handler.events <> told.events
           or last_seen_at < clock_timestamp() - ${String(HANDLER_SEEN_MS)} * interval '1 millisecond'
         for update of handler skip locked
       ), told_again as (
         update ${handlers} as handler set events = outdated.events, last_seen_at = clock_timestamp()
         from outdated where handler.name = outdated.name
       ), new as (
         insert into ${handlers} (name, shard, events, last_seen_at)
         select name, shard, events, clock_timestamp() from told
         where not exists (select from ${handlers} where name = told.name) on conflict (name) do nothing
       )
       insert into ${shards} (shard, epoch) select shard, ${firstEpoch} from told
       where not exists (select from ${shards} where shard = told.shard) on conflict (shard) do nothing`,
    ),
    renew: statement(
      'shard_renew',
      `insert into ${workers} (worker, lease_until, takes_share, oldest_due_at)
       values ($1, clock_timestamp() + $2 * interval '1 millisecond', $3, $4)
       on conflict (worker) do update
       set lease_until = excluded.lease_until, takes_share = excluded.takes_share, oldest_due_at = excluded.oldest_due_at`,
    ),
    release: statement(
      'shard_release',
      `with held as (
         select shard from ${shards}
         where owner = $1 and ($2::smallint[] is null or shard = any($2::smallint[])) order by shard for update
       ),
       released as (update ${shards} set owner = null where shard in (select shard from held))
     select ${tell} from held`,
    ),
    read: statement(
      'shard_read',
      `select shard, epoch, owner is not distinct from $1::uuid as is_own, ${isFree} as is_free,
         (select count(*) from ${others}) as others, (select count(*) from ${others} and worker < $1) as before
       from ${shards} order by shard`,
    ),
    // Its epochs begin above all that were ever counted, so no former owner writes again.
    restore: statement(
      'shard_restore',
      `insert into ${shards} (shard, epoch)
       select shard, ${firstEpoch} from generate_series(0, ${String(SHARD_COUNT - 1)}) as shard
       on conflict (shard) do nothing`,
    ),
    take: statement(
      'shard_take',
      `with free as (
         select shard from ${shards}
         where (shard, epoch) in (select * from unnest($2::smallint[], $3::bigint[])) and ${isFree}
         order by shard limit $4 for update skip locked
       )
       update ${shards} set owner = $1, epoch = epoch + 1 where shard in (select shard from free)
       returning shard, epoch`,
    ),
    end: statement('worker_end', `delete from ${workers} where worker = $1`),
    bury: statement(
      'worker_bury',
      `delete from ${workers} where worker in (
         select worker from ${workers} where lease_until < clock_timestamp() - interval '1 hour' for update skip locked
       )`,
    ),
  };
}
