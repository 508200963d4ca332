import { systemClock, type Logger } from '@stepward/core';
import { oncePerMinute } from '@stepward/core/adapter';
import type { PostgresClient, PostgresPool } from './postgres-pool.js';

/** Pools with a listener on each new connection. */
const listened = new WeakSet<PostgresPool>();

/**
 * Gives each new connection of a pool a listener for `error`: a connection may be lost while the host holds it, or
 * between the pool handing it out and the caller receiving it, and an `error` event without a listener ends the
 * process. The next query of the connection fails.
 */
export function surviveLosses(pool: PostgresPool): void {
  if (listened.has(pool)) return;
  listened.add(pool);
  pool.on?.('connect', (client) => client.on('error', () => undefined));
}

/**
 * Takes a client from its pool.
 *
 * @throws TypeError if `connect` returns no client, as that of a single client does.
 */
export async function takeClient(pool: PostgresPool): Promise<PostgresClient> {
  surviveLosses(pool);
  // A single client also has a `connect`, which returns nothing.
  const client = (await pool.connect()) as PostgresClient | undefined;
  if (client === undefined) throw new TypeError('pool must be a pool of connections, not a client');
  return client;
}

/** The loggers to which the lost idle connections of each pool are reported. */
const loggersOf = new WeakMap<PostgresPool, Set<Logger>>();

/**
 * Reports lost idle connections to the logger, at most one a minute, because a server that goes away takes all of a
 * pool with it. A pool that several storages share has one listener, which logs once per logger.
 */
export function reportIdleLosses(pool: PostgresPool, logger: Logger): void {
  const known = loggersOf.get(pool);
  if (known !== undefined) {
    known.add(logger);
    return;
  }
  const loggers = new Set([logger]);
  loggersOf.set(pool, loggers);
  const mayWarn = oncePerMinute(systemClock);
  pool.on?.('error', ({ message }) => {
    if (mayWarn()) reportTo(loggers, message);
  });
}

function reportTo(loggers: Iterable<Logger>, reason: string): void {
  for (const logger of loggers) logger.warn({ reason }, 'idle database connection lost');
}
