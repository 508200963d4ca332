import type { PostgresClient, PostgresPool } from './postgres-pool.js';

/** Pools whose new connections have a listener. */
const listened = new WeakSet<PostgresPool>();

/**
 * Takes a client from its pool. A connection may be lost in the moment in which it is handed out, before
 * whoever waits for it goes on, and an `error` that nobody hears ends the process. So each new one has a
 * listener from the beginning; its taker hears of the loss by the first query.
 */
export async function takeClient(pool: PostgresPool): Promise<PostgresClient> {
  if (!listened.has(pool)) {
    listened.add(pool);
    pool.on?.('connect', (client) => client.on('error', () => undefined));
  }
  return pool.connect();
}
