import {
  fairShare,
  handlerShard,
  SHARD_COUNT,
  type DeliveryQueue,
  type HandlerRegistration,
  type HeldShards,
  type HoldRequest,
  type OwnedShard,
} from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import type { QueueListeners } from './listen.js';
import { announcement, type QueueSchema } from './news.js';
import type { QueueQuery, QueueTransaction } from './queue-transaction.js';
import { shardStatements, type ShardStatements } from './shard-statements.js';

/** A shard as it stands for the worker that asks. */
interface ShardRow {
  readonly shard: number;
  readonly epoch: unknown;
  readonly is_own: boolean;
  readonly is_free: boolean;
  /** Other living workers that take a share, and how many of them sort before the worker by name. */
  readonly others: unknown;
  readonly before: unknown;
}

/**
 * The leases of workers, and the owners of shards. A worker waits for no other one: each changes its own lease, the shards that
 * it gives back, and free shards that nobody has locked.
 */
export function holdShards(
  target: QueueSchema,
  transact: QueueTransaction,
  listeners: Pick<QueueListeners, 'watch'>,
): DeliveryQueue['hold'] {
  const schema = quoteIdentifier(target.schemaName);
  const statements = shardStatements(schema, announcement(target, 'shards'));
  return async (request) => {
    // A worker that stops is woken no more, also where the database cannot be reached.
    if (request.release === 'all') listeners.watch(request.worker, []);
    const held = await transact((query) => hold(query, statements, request));
    listeners.watch(request.worker, held.owned.map(({ shard }) => shard).filter(isOfSubscribers));
    return held;
  };
}

async function hold(
  query: QueueQuery,
  statements: ShardStatements,
  { worker, leaseMs, takes, oldestDueAt, handlers = [], ...request }: HoldRequest,
): Promise<HeldShards> {
  const ofHandlers = await register(query, statements, handlers);
  const release = request.release === 'all' ? null : request.release;
  if (leaseMs === 0) await query(statements.end, [worker]);
  else await query(statements.renew, [worker, leaseMs, takes === 'share', oldestDueAt]);
  if (release?.length !== 0) await query(statements.release, [worker, release]);
  const rows = await readShards(query, statements, worker);
  const share = shareOf(takes, rows[0]);
  const kept = rows.filter((row) => row.is_own);
  const free = rows.filter(
    (row) => row.is_free && release?.includes(row.shard) === false && !row.is_own,
  );
  const room = share - kept.filter(({ shard }) => isOfSubscribers(shard)).length;
  const shared = free.filter(({ shard }) => isOfSubscribers(shard));
  const handled = takes === 'none' ? [] : free.filter(({ shard }) => ofHandlers.includes(shard));
  const taken = [
    ...(await take(query, statements, worker, shared, room)),
    ...(await take(query, statements, worker, handled, handled.length)),
  ];
  await query(statements.bury, []);
  const owned = [...kept.map(storedShard), ...taken];
  return { owned: owned.toSorted((one, other) => one.shard - other.shard), fairShare: share };
}

const isOfSubscribers = (shard: number): boolean => shard < SHARD_COUNT;

/** Stores the handlers and their shards. Returns these. */
async function register(
  query: QueueQuery,
  { register: store }: ShardStatements,
  handlers: readonly HandlerRegistration[],
): Promise<readonly number[]> {
  if (handlers.length === 0) return [];
  const shards = handlers.map(({ name }) => handlerShard(name));
  const events = handlers.map(({ events }) => JSON.stringify(events));
  await query(store, [handlers.map(({ name }) => name), shards, events]);
  return shards;
}

function shareOf(takes: HoldRequest['takes'], counted: ShardRow | undefined): number {
  if (takes === 'none') return 0;
  if (takes === 'free') return SHARD_COUNT;
  return fairShare(Number(counted?.others ?? 0) + 1, Number(counted?.before ?? 0));
}

/** The 64 of subscribers, and those of handlers; a row of the 64 that was deleted by hand is made again. */
async function readShards(
  query: QueueQuery,
  { read, restore }: ShardStatements,
  worker: string,
): Promise<readonly ShardRow[]> {
  const rows = (await query(read, [worker])) as readonly ShardRow[];
  if (rows.filter(({ shard }) => isOfSubscribers(shard)).length === SHARD_COUNT) return rows;
  await query(restore, []);
  return (await query(read, [worker])) as readonly ShardRow[];
}

/** Those that are still in the epoch that was read have had no other owner since. */
async function take(
  query: QueueQuery,
  statements: ShardStatements,
  worker: string,
  free: readonly ShardRow[],
  room: number,
): Promise<readonly OwnedShard[]> {
  if (free.length === 0 || room <= 0) return [];
  const shards = free.map(({ shard }) => shard);
  const epochs = free.map(({ epoch }) => epoch);
  const rows = await query(statements.take, [worker, shards, epochs, room]);
  return (rows as readonly ShardRow[]).map(storedShard);
}

function storedShard({ shard, epoch }: Pick<ShardRow, 'shard' | 'epoch'>): OwnedShard {
  return { shard, epoch: Number(epoch) };
}
