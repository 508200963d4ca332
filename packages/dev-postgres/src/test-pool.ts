import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Milliseconds that clients still in use have to come back once the tests are over. */
const PATIENCE = 30_000;

/** A pool, and how it ends. */
export interface TestPool {
  readonly pool: pg.Pool;
  /**
   * Ends the pool, unless the test did, and answers how many of its clients were never released.
   */
  close(): Promise<number>;
}

/**
 * A `pg.Pool` with a listener for `error`: an idle client of a server that goes away emits one, and
 * without a listener it ends the process. Clients in use have none while tests run; the caller
 * that takes one has to add its own.
 */
export function createTestPool(
  url: string,
  options: pg.PoolConfig,
  patience: number = PATIENCE,
): TestPool {
  const pool = new pg.Pool({ connectionString: url, ...options });
  const clients = new Set<pg.PoolClient>();
  pool.on('error', () => {});
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    async close() {
      if (!pool.ending) void pool.end();
      const deadline = performance.now() + patience;
      while (clients.size > 0 && performance.now() < deadline) await sleep(5);
      for (const client of clients) client.on('error', () => {});
      return clients.size;
    },
  };
}
