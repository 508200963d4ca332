import type { Logger } from '@stepward/core';
import type { PostgresClient, PostgresExecutor, PostgresPool } from './postgres-pool.js';
import { takeClient } from './take-client.js';

/** Where a transaction runs and reports. */
export interface TransactionContext {
  readonly pool: PostgresPool;
  readonly logger: Logger;
  /** Turns the error of a statement into one that says what to do; left out, errors stay as they are. */
  readonly explain?: (error: unknown) => unknown;
}

/**
 * Runs `work` in one transaction on one client. `begin` is the whole first round trip. What `work`
 * gives back is committed where `isKept` says so, else rolled back; a throw rolls back.
 *
 * The executor is good until `work` has settled. A later query throws, for the client may by then
 * work for another tenant.
 */
export async function inTransaction<R>(
  { pool, logger, explain = asItIs }: TransactionContext,
  begin: string,
  work: (executor: PostgresExecutor) => Promise<R>,
  isKept: (result: R) => boolean = () => true,
): Promise<R> {
  const client = await takeClient(pool);
  // A client that loses its connection between two queries emits `error`; without a listener that
  // would end the process. The next query fails, which is how the unit of work hears of it.
  const onError = (error: Error): void => {
    logger.warn({ reason: error.message }, 'database connection lost during a unit of work');
  };
  client.on('error', onError);
  let isOver = false;
  try {
    await client.query({ text: begin });
    const result = await untilSettled(client, work);
    if (isKept(result)) {
      await commit(client);
      isOver = true;
    }
    return result;
  } catch (error) {
    throw explain(error);
  } finally {
    const isClean = isOver || (await rollBack(client, logger));
    client.release(!isClean);
    client.removeListener('error', onError);
  }
}

function asItIs(error: unknown): unknown {
  return error;
}

async function untilSettled<R>(
  client: PostgresClient,
  work: (executor: PostgresExecutor) => Promise<R>,
): Promise<R> {
  let isSettled = false;
  try {
    return await work({
      query: async (query) => {
        if (isSettled) throw new Error('this unit of work is over');
        return client.query(query);
      },
    });
  } finally {
    isSettled = true;
  }
}

/** Postgres answers the commit of a failed transaction with a roll-back, and reports no error. */
async function commit(client: PostgresClient): Promise<void> {
  const { command } = await client.query({ text: 'commit' });
  if (command === 'ROLLBACK') {
    throw new Error('a statement of this unit of work had failed, so all of it was rolled back');
  }
}

/** Whether the client is fit for use again. It never throws: what led here is the error to report. */
async function rollBack(client: PostgresClient, logger: Logger): Promise<boolean> {
  try {
    await client.query({ text: 'rollback' });
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'thrown';
    logger.warn({ reason }, 'roll-back failed, the database connection is closed');
    return false;
  }
}
