import { randomUUID } from 'node:crypto';
import { systemClock, type Clock } from '@stepward/core';
import type { DeliveryQueue, QueueNews } from '@stepward/core/adapter';
import { openListener } from '../connection/listener.js';
import { inOneStatement, type TransactionContext } from '../connection/transaction.js';
import { unavailableOf } from '../connection/unavailable.js';
import { CHANNEL, payloadOf } from './news.js';

/** Milliseconds in which the first notification must come. */
const PROBE_MS = 2_000;

const KINDS: readonly QueueNews[] = ['arrivals', 'shards'];

/**
 * Listens on one connection of the pool, which it takes for good. A first notification, sent over a second connection, shows that
 * it hears. It does not where a pooler gives the server's connection to others between two statements, or the pool has no second
 * one to spare: then the connection is closed, and null returned.
 *
 * @throws StorageUnavailable where the server is away, or is a standby, which cannot listen.
 */
export function listenForNews(
  context: TransactionContext,
  schemaName: string,
): DeliveryQueue['listen'] {
  const { pool, explain = (error) => error, clock = systemClock } = context;
  const newsOf = new Map(KINDS.map((news) => [payloadOf(news, schemaName), news]));

  return async (_worker, onNews, onLost) => {
    const probe = createProbe();
    let isHeard = false;
    const listener = await openListener({
      pool,
      clock,
      channel: CHANNEL,
      onPayload(payload) {
        probe.hear(payload);
        const news = newsOf.get(payload);
        if (news !== undefined) onNews(news);
      },
      onLost(reason) {
        if (isHeard) onLost(reason);
      },
    }).catch((error: unknown) => {
      throw unavailableOf(error) ?? explain(error);
    });
    if (listener === null) return null;
    try {
      const values = [CHANNEL, probe.payload];
      const sent = inOneStatement(context, { text: 'select pg_notify($1, $2)', values });
      isHeard = await Promise.race([sent.then(() => probe.heard), tooLate(clock)]);
    } finally {
      if (!isHeard) listener.close();
    }
    return isHeard ? { close: async () => listener.close() } : null;
  };
}

interface Probe {
  readonly payload: string;
  hear(payload: string): void;
  readonly heard: Promise<true>;
}

function createProbe(): Probe {
  const payload = `probe ${randomUUID()}`;
  const arrival = new EventTarget();
  return {
    payload,
    hear: (heard) => arrival.dispatchEvent(new Event(heard)),
    heard: new Promise((resolve) => {
      arrival.addEventListener(payload, () => resolve(true), { once: true });
    }),
  };
}

function tooLate(clock: Pick<Clock, 'timeout'>): Promise<false> {
  return new Promise((resolve) => {
    clock.timeout(PROBE_MS).addEventListener('abort', () => resolve(false), { once: true });
  });
}
