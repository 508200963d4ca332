import type { Logger } from '@stepward/core';
import type {
  PostgresClient,
  PostgresExecutor,
  PostgresPool,
  PostgresQuery,
} from './postgres-pool.js';
import { takeClient } from './take-client.js';

/** The pool and the logger of a transaction. */
export interface TransactionContext {
  readonly pool: PostgresPool;
  readonly logger: Logger;
  /** Turns the error of a statement into one that says what to do; by default errors are unchanged. */
  readonly explain?: (error: unknown) => unknown;
}

/**
 * Runs `work` in one transaction on one client. `begin` is the whole first round trip. Commits if `isKept`
 * accepts what `work` returns, and rolls back otherwise; a throw rolls back too.
 *
 * The executor works until `work` has settled. A later query throws, because the client may already serve
 * another tenant.
 */
export async function inTransaction<R>(
  { pool, logger, explain = asItIs }: TransactionContext,
  begin: string,
  work: (executor: PostgresExecutor) => Promise<R>,
  isKept: (result: R) => boolean = () => true,
): Promise<R> {
  const client = await takeClient(pool);
  // A client that loses its connection between two queries emits `error`, which would end the process without a
  // listener. The unit of work fails at its next query.
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

/** Runs one statement, which commits by itself, on one client; the rows. */
export async function inOneStatement(
  { pool, explain = asItIs }: TransactionContext,
  query: PostgresQuery,
): Promise<readonly unknown[]> {
  const client = await takeClient(pool);
  let isBroken = true;
  const onError = (): void => {
    isBroken = true;
  };
  client.on('error', onError);
  try {
    const { rows } = await client.query(query);
    isBroken = false;
    return rows;
  } catch (error) {
    // An error of the server leaves the connection as it was; any other may have lost it.
    isBroken = !(error instanceof Error && 'severity' in error && error.severity === 'ERROR');
    throw explain(error);
  } finally {
    client.removeListener('error', onError);
    client.release(isBroken);
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

/** Commits. Postgres answers the commit of a failed transaction with `ROLLBACK` and no error. */
async function commit(client: PostgresClient): Promise<void> {
  const { command } = await client.query({ text: 'commit' });
  if (command === 'ROLLBACK') {
    throw new Error('a statement of this unit of work had failed, so all of it was rolled back');
  }
}

/** Returns whether the client can be used again. Never throws, so that the original error is reported. */
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
