import {
  ALL_SHARDS,
  fairShare,
  type Fence,
  handlerShard,
  type HeldShards,
  type HoldRequest,
  type OwnedShard,
  SHARD_COUNT,
} from '@stepward/core/adapter';
import type { Sql } from '../connection/index.js';
import { CLOCK } from '../schema/index.js';
import { registerHandlers } from './handlers.js';

const IS_LIVING = `lease_until > ${CLOCK}`;

/** The shards without an owner, or with one that has lost its lease, as a subquery. */
export const FREE_SHARDS = `(
  select shard from stepward_shards where owner is null
    or owner not in (select worker from stepward_workers where ${IS_LIVING})
)`;

/** See `DeliveryQueue.hold`. Returns whether shards came free as well. */
export function holdShards(
  sql: Sql,
  request: HoldRequest,
): HeldShards & { readonly hasReleased: boolean } {
  const { worker, takes, release, handlers = [] } = request;
  registerHandlers(sql, handlers);
  renew(sql, request);
  const released = sql.run(
    `update stepward_shards set owner = null where owner = @worker
      and (@all or shard in (select value from json_each(@release)))`,
    { worker, all: release === 'all', release: JSON.stringify(release) },
  );
  const share = shareOf(sql, worker, takes);
  const kept = ownedBy(sql, worker).filter(({ shard }) => shard < SHARD_COUNT);
  if (release !== 'all' && takes !== 'none') {
    take(sql, worker, ALL_SHARDS, release, Math.max(0, share - kept.length));
    const shards = handlers.map(({ name }) => handlerShard(name));
    take(sql, worker, shards, release, shards.length);
  }
  return { owned: ownedBy(sql, worker), fairShare: share, hasReleased: released > 0 };
}

/** Divides what a worker writes by whether it still owns the shard in the epoch that it names. */
export function fenced<T extends { readonly shard: number }>(
  sql: Sql,
  { worker, shards }: Fence,
  written: readonly T[],
): { readonly ours: readonly T[]; readonly lost: readonly number[] } {
  const owned = new Map(ownedBy(sql, worker).map(({ shard, epoch }) => [shard, epoch]));
  const isOwned = new Set(
    shards.filter(({ shard, epoch }) => owned.get(shard) === epoch).map(({ shard }) => shard),
  );
  const lost = written.map(({ shard }) => shard).filter((shard) => !isOwned.has(shard));
  return { ours: written.filter(({ shard }) => isOwned.has(shard)), lost: [...new Set(lost)] };
}

/** When the longest waiting delivery or event became due; null for none. Owners tell it for their shards. */
export function oldestDueAt(sql: Sql): Date | null {
  const row = sql.first(`select min(due_at) as oldest from (
    select oldest_due_at as due_at from stepward_workers where ${IS_LIVING}
    union all
    select min(emitted_at) from stepward_outbox where shard in ${FREE_SHARDS}
    union all
    select min(due_at) from stepward_deliveries where status = 'pending' and shard in ${FREE_SHARDS}
  )`);
  const { oldest } = row as { readonly oldest: number | null };
  return oldest === null ? null : new Date(oldest);
}

/** Renews the lease of the worker, and forgets workers after their leases have ended. */
function renew(sql: Sql, { worker, leaseMs, takes, oldestDueAt }: HoldRequest): void {
  sql.run(
    `insert or replace into stepward_workers (worker, lease_until, takes_share, oldest_due_at)
      values (@worker, ${CLOCK} + @leaseMs, @takesShare, @oldestDueAt)`,
    { worker, leaseMs, takesShare: takes === 'share', oldestDueAt },
  );
  sql.run(`delete from stepward_workers where not ${IS_LIVING}`);
}

function shareOf(sql: Sql, worker: string, takes: HoldRequest['takes']): number {
  if (takes === 'none') return 0;
  if (takes === 'free') return SHARD_COUNT;
  const row = sql.first(
    `select count(*) as others, count(*) filter (where worker < @worker) as place
      from stepward_workers where takes_share and worker <> @worker and ${IS_LIVING}`,
    { worker },
  );
  const { others, place } = row as { readonly others: number; readonly place: number };
  return fairShare(others + 1, place);
}

/** Takes free shards of a list, except those that were just released, while there is room. */
function take(
  sql: Sql,
  worker: string,
  shards: readonly number[],
  released: readonly number[],
  room: number,
): void {
  sql.run(
    `update stepward_shards set owner = @worker, epoch = epoch + 1 where shard in (
      select shard from ${FREE_SHARDS}
        where shard in (select value from json_each(@shards))
          and shard not in (select value from json_each(@released))
          and shard not in (select shard from stepward_shards where owner = @worker)
        order by shard limit @room
    )`,
    { worker, shards: JSON.stringify(shards), released: JSON.stringify(released), room },
  );
}

function ownedBy(sql: Sql, worker: string): readonly OwnedShard[] {
  return sql.all('select shard, epoch from stepward_shards where owner = @worker order by shard', {
    worker,
  }) as readonly OwnedShard[];
}
