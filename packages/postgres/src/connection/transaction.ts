import type { Logger } from '@stepward/core';
import { openConnection, type ConnectionOptions } from './connection.js';
import type { PostgresExecutor, PostgresQuery } from './postgres-pool.js';

/** The pool and the logger of a transaction. */
export interface TransactionContext extends ConnectionOptions {
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
  { logger, explain = asItIs, ...options }: TransactionContext,
  begin: string,
  work: (executor: PostgresExecutor) => Promise<R>,
  isKept: (result: R) => boolean = () => true,
): Promise<R> {
  const connection = await openConnection(options);
  let isOver = false;
  try {
    await connection.query({ text: begin });
    const result = await untilSettled(connection, work);
    if (isKept(result)) {
      await commit(connection);
      isOver = true;
    }
    return result;
  } catch (error) {
    throw explain(error);
  } finally {
    connection.release(isOver || (!connection.isLost() && (await rollBack(connection, logger))));
  }
}

/** Runs one statement, which commits by itself, on one client; the rows. */
export async function inOneStatement(
  { explain = asItIs, ...options }: TransactionContext,
  query: PostgresQuery,
): Promise<readonly unknown[]> {
  const connection = await openConnection(options);
  let isClean = false;
  try {
    const { rows } = await connection.query(query);
    isClean = true;
    return rows;
  } catch (error) {
    // An error of the server leaves the connection as it was; any other may have lost it.
    isClean = error instanceof Error && 'severity' in error && error.severity === 'ERROR';
    throw explain(error);
  } finally {
    connection.release(isClean);
  }
}

function asItIs(error: unknown): unknown {
  return error;
}

async function untilSettled<R>(
  connection: PostgresExecutor,
  work: (executor: PostgresExecutor) => Promise<R>,
): Promise<R> {
  let isSettled = false;
  try {
    return await work({
      query: async (query) => {
        if (isSettled) throw new Error('this unit of work is over');
        return connection.query(query);
      },
    });
  } finally {
    isSettled = true;
  }
}

/** Commits. Postgres answers the commit of a failed transaction with `ROLLBACK` and no error. */
async function commit(connection: PostgresExecutor): Promise<void> {
  const { command } = await connection.query({ text: 'commit' });
  if (command === 'ROLLBACK') {
    throw new Error('a statement of this unit of work had failed, so all of it was rolled back');
  }
}

/** Returns whether the client can be used again. Never throws, so the original error is reported. */
async function rollBack(connection: PostgresExecutor, logger: Logger): Promise<boolean> {
  try {
    await connection.query({ text: 'rollback' });
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'thrown';
    logger.warn({ reason }, 'roll-back failed, the database connection is closed');
    return false;
  }
}
