import type { Logger } from '@stepward/core';
import type { PostgresClient, PostgresPool } from './postgres-pool.js';

/** Pools whose new connections have a listener. */
const listened = new WeakSet<PostgresPool>();

/**
 * Takes a client from its pool. A connection may be lost between the pool handing it out and the caller receiving it,
 * and an `error` event without a listener ends the process. So each new connection gets a listener at once, and the
 * caller's first query fails.
 *
 * @throws TypeError if `connect` returns no client, as that of a single client does.
 */
export async function takeClient(pool: PostgresPool): Promise<PostgresClient> {
  if (!listened.has(pool)) {
    listened.add(pool);
    pool.on?.('connect', (client) => client.on('error', () => undefined));
  }
  // A single client also has a `connect`, which returns nothing.
  const client = (await pool.connect()) as PostgresClient | undefined;
  if (client === undefined) throw new TypeError('pool must be a pool of connections, not a client');
  return client;
}

/** The loggers to which the lost idle connections of each pool are reported. */
const loggersOf = new WeakMap<PostgresPool, Set<Logger>>();

/**
 * Reports lost idle connections to the logger. A pool that several storages share has one listener, which
 * logs each loss once per logger.
 */
export function reportIdleLosses(pool: PostgresPool, logger: Logger): void {
  const known = loggersOf.get(pool);
  if (known !== undefined) {
    known.add(logger);
    return;
  }
  const loggers = new Set([logger]);
  loggersOf.set(pool, loggers);
  pool.on?.('error', ({ message }) => {
    reportTo(loggers, message);
  });
}

function reportTo(loggers: Iterable<Logger>, reason: string): void {
  for (const logger of loggers) logger.warn({ reason }, 'idle database connection lost');
}
