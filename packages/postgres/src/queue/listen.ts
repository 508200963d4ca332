import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '@stepward/core';
import { ALL_SHARDS, type DeliveryQueue, type QueueNews } from '@stepward/core/adapter';
import { openListener, type Listener } from '../connection/listener.js';
import { inOneStatement, type TransactionContext } from '../connection/transaction.js';
import { unavailableOf } from '../connection/unavailable.js';
import { createEventWait, type EventWait } from './event-wait.js';
import { CHANNEL, payloadOf } from './news.js';

/** The workers of this process that listen. */
export interface QueueListeners {
  readonly listen: DeliveryQueue['listen'];
  /** The shards that the worker holds from now on: their events wake it. */
  watch(worker: string, shards: readonly number[]): void;
}

/** Milliseconds in which the first notification must come. */
const PROBE_MS = 2_000;

/**
 * Each listens on one connection of the pool, which it takes for good. A first notification, sent over a second connection, shows
 * that it hears. It does not where a pooler gives the server's connection to others between two statements, or the pool has no second
 * one to spare: then the connection is closed, and `listen` returns null.
 *
 * @throws StorageUnavailable where the server is away, or is a standby, which cannot listen.
 */
export function createQueueListeners(
  context: TransactionContext,
  schemaName: string,
): QueueListeners {
  const { pool, explain = (error) => error, clock = systemClock } = context;
  const held = new Map<string, readonly number[]>();
  const waits = new Map<string, EventWait>();

  async function listen(
    worker: string,
    onNews: (news: QueueNews) => void,
    onLost: (reason: string) => void,
  ): ReturnType<DeliveryQueue['listen']> {
    const heard = new EventTarget();
    let isOpen = false;
    const listener = await openListener({
      ...{ pool, clock, channel: CHANNEL },
      onPayload: (payload) => heard.dispatchEvent(new Event(payload)),
      onLost(reason) {
        if (isOpen) onLost(reason);
      },
    }).catch((error: unknown) => {
      throw unavailableOf(error) ?? explain(error);
    });
    if (listener === null) return null;
    isOpen = await probe(context, heard, listener, clock);
    if (!isOpen) return null;
    const wait = createEventWait({
      schemaName,
      listener,
      clock,
      onEvent: () => onNews('arrivals'),
    });
    for (const shard of ALL_SHARDS) {
      heard.addEventListener(payloadOf(`event-${shard}`, schemaName), () => wait.hear(shard));
    }
    for (const news of ['arrivals', 'shards'] as const) {
      heard.addEventListener(payloadOf(news, schemaName), () => onNews(news));
    }
    waits.set(worker, wait);
    wait.watch(held.get(worker) ?? []);
    return {
      async close() {
        if (waits.get(worker) === wait) waits.delete(worker);
        // It says nothing more, also of what it would look for.
        wait.watch([]);
        listener.close();
      },
    };
  }

  return {
    listen,
    watch(worker, shards) {
      if (shards.length === 0) held.delete(worker);
      else held.set(worker, shards);
      waits.get(worker)?.watch(shards);
    },
  };
}

/** Whether a notification comes back; where it does not, the connection is closed. */
async function probe(
  context: TransactionContext,
  heard: EventTarget,
  listener: Listener,
  clock: Pick<Clock, 'timeout'>,
): Promise<boolean> {
  const payload = `probe ${randomUUID()}`;
  let isHeard = false;
  try {
    isHeard = await new Promise<boolean>((resolve, reject) => {
      heard.addEventListener(payload, () => resolve(true), { once: true });
      clock.timeout(PROBE_MS).addEventListener('abort', () => resolve(false), { once: true });
      const values = [CHANNEL, payload];
      inOneStatement(context, { text: 'select pg_notify($1, $2)', values }).catch(reject);
    });
  } finally {
    if (!isHeard) await listener.leave();
  }
  return isHeard;
}
