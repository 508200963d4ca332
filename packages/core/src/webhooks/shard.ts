import { seconds } from '../shared/duration.js';
import { handlerId, isHandlerId } from './handlers/handler.js';

/**
 * Milliseconds for which a worker owns its shards unless it renews its lease. What a killed worker had under way is sent
 * again once the lease has ended and another worker renews its own, 5 seconds later at most.
 */
export const WORKER_LEASE_MS = seconds(15);

/** The queue has that many shards of subscribers; a power of two. A stored number would no longer be found if it changed. */
export const SHARD_COUNT = 64;

/** The numbers of all shards of subscribers. Those of handlers are above them. */
export const ALL_SHARDS: readonly number[] = Array.from(
  { length: SHARD_COUNT },
  (_, shard) => shard,
);

/** Returns how many shards a worker may own, by its place among the living ones, from 0. All shares add up to all shards. */
export function fairShare(workers: number, place: number): number {
  return Math.floor(SHARD_COUNT / workers) + (place < SHARD_COUNT % workers ? 1 : 0);
}

/** The shard of a tenant's outbox, 0 to 63: its owner dispatches the tenant's events. */
export function tenantShard(tenantId: string): number {
  return shardOf(tenantId);
}

/**
 * The shard of a subscriber, 0 to 63: its owner delivers to it. Those of one tenant are spread over all shards. All that a
 * handler gets is in the handler's own shard, whatever the tenant, so a worker without the handler never owns it.
 */
export function subscriberShard(tenantId: string, subscriberId: string): number {
  return isHandlerId(subscriberId)
    ? shardOfHandlerId(subscriberId)
    : shardOf(`${tenantId} ${subscriberId}`);
}

/** The shard of a handler, 64 to 32,767. */
export function handlerShard(name: string): number {
  return shardOfHandlerId(handlerId(name));
}

/** The largest number that a shard may have: a signed integer of 16 bits. */
const MAX_SHARD = 32_767;

function shardOfHandlerId(id: string): number {
  return SHARD_COUNT + (Number.parseInt(id.slice(-8), 16) % (MAX_SHARD - SHARD_COUNT + 1));
}

/** FNV-1a, 32 bits, over the UTF-16 code units; the high bits are mixed into those that are kept. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 16) ^ hash) & (SHARD_COUNT - 1);
}
