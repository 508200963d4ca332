import type { Fence } from '@stepward/core/adapter';
import { statement } from '../connection/statement.js';
import type { QueueQuery } from './queue-transaction.js';

/** Returns those of the shards that the worker still owns, which it keeps until the transaction ends. */
export type HoldFence = (
  query: QueueQuery,
  fence: Fence,
  shards: Iterable<number>,
) => Promise<ReadonlySet<number>>;

/**
 * Holds shards while their owner writes: a take-over waits for the transaction to end, and what is written after a
 * take-over finds that the epoch has changed. It is `for share`, because `for key share` does not hold up the update of a take-over.
 * Only the shards of the batch are held, in order, so batches of one worker seldom share a row.
 */
export function holdFence(schema: string): HoldFence {
  const hold = statement(
    'queue_fence',
    `select shard from ${schema}.shards
     where owner = $1 and (shard, epoch) in (select * from unnest($2::smallint[], $3::bigint[]))
     order by shard for share`,
  );
  return async (query, { worker, shards: owned }, shards) => {
    const touched = new Set(shards);
    const believed = owned.filter(({ shard }) => touched.has(shard));
    const numbers = believed.map(({ shard }) => shard);
    const epochs = believed.map(({ epoch }) => epoch);
    const rows = await query(hold, [worker, numbers, epochs]);
    return new Set((rows as readonly { readonly shard: number }[]).map(({ shard }) => shard));
  };
}
