import { StorageUnavailable, type Clock, type Random } from '@stepward/core';
import { within } from '../connection/connection.js';
import { isNotPrepared } from '../connection/explain-error.js';
import type { PostgresClient, PostgresPool } from '../connection/postgres-pool.js';
import { takeClient } from '../connection/take-client.js';
import { failure, fine, warning, type Verdict } from './check.js';

export const POOLER = { name: 'pooler', page: 'docs/operations.md#poolers' } as const;

export interface PoolerCheckOptions {
  readonly pool: PostgresPool;
  readonly clock: Pick<Clock, 'timeout'>;
  readonly random: Pick<Random, 'uuid'>;
}

/** Milliseconds to wait for each answer. */
const WAIT_MS = 5_000;

/**
 * Looks for a pooler in transaction mode: one client makes a transaction, then another holds the server connection that came
 * free, then the first makes one again. In other modes a client keeps its server connection. Both connections are closed,
 * because of the statement that is prepared on them.
 */
export async function checkPooler(options: PoolerCheckOptions): Promise<Verdict> {
  const { pool, clock, random } = options;
  const prepared = {
    name: `stepward_doctor_${random.uuid()}`,
    text: 'select pg_backend_pid() as pid',
  };
  const clients: PostgresClient[] = [];

  async function begin(client: PostgresClient): Promise<unknown> {
    await within(client.query({ text: 'begin' }), WAIT_MS, clock);
    const { rows } = await within(client.query(prepared), WAIT_MS, clock);
    return (rows[0] as { readonly pid: unknown }).pid;
  }

  try {
    const [first, second] = [await takeClient(pool), await takeClient(pool)];
    clients.push(first, second);
    const pid = await begin(first);
    await first.query({ text: 'rollback' });
    await begin(second);
    const isKept = pid === (await begin(first));
    if (isKept) return fine('a client keeps its connection: no pooler, or one in session mode');
    return warning(
      'a pooler in transaction mode, which tracks prepared statements; workers cannot listen there and poll',
      'give workers a direct connection where a second of latency matters',
    );
  } catch (error) {
    if (error instanceof StorageUnavailable) {
      return failure(
        'two connections could not be used at once',
        'give the pooler more server connections',
      );
    }
    if (!isNotPrepared(error)) throw error;
    return warning(
      'a pooler in transaction mode, which does not track prepared statements; workers cannot listen there and poll',
      'pass prepare: false to createPostgresStorage and postgresLimits',
    );
  } finally {
    for (const client of clients) client.release(true);
  }
}
