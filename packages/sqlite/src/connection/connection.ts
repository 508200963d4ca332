import { AsyncLocalStorage } from 'node:async_hooks';
import { isStorageUnavailable, type Logger, StorageBusy } from '@stepward/core';
import { createLockQueue, type LOCK_BOUNDS } from '@stepward/core/adapter';
import { type Sql, sqlOf, statementsOf } from './sql.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { unavailableOf } from './unavailable.js';

/** One connection, which transactions use one after the other. */
export interface Connection {
  /**
   * Runs work in a transaction that nothing else uses, after those that were asked for before. It commits where
   * `isKept` agrees, which it does by default, and rolls back otherwise and after a throw. Transactions do not nest.
   *
   * @throws StorageBusy where its turn does not come in time, and StorageUnavailable.
   */
  transact<T>(work: (sql: Sql) => T | Promise<T>, options?: TransactionOptions<T>): Promise<T>;
  /** Whether the caller is work of a transaction that has not ended: the turn that it waits for cannot come before. */
  isInside(): boolean;
}

export interface TransactionOptions<T> {
  readonly isKept?: (answer: T) => boolean;
  /** Whether it waits for its turn as long as it takes: for ever, if the caller is inside. */
  readonly waits?: boolean;
}

export interface ConnectionOptions {
  readonly database: SqliteDatabase;
  readonly synchronous: 'full' | 'normal';
  readonly waitMs: (typeof LOCK_BOUNDS)['waitMs'];
  readonly logger: Logger;
  /** Is run before all others, in a separate transaction. */
  readonly prepare: (database: SqliteDatabase) => void;
  /** Is called before each commit. What it returns is called after it. */
  readonly beforeCommit: (sql: Sql) => () => void;
}

export function openConnection(options: ConnectionOptions): Connection {
  const { database, synchronous, logger, prepare, beforeCommit } = options;
  const statements = statementsOf(database);
  const turns = createLockQueue({ waitMs: options.waitMs, maxWaiters: Infinity });
  let isPrepared = false;
  let isAway = false;

  /**
   * Begins as the only writer, for a transaction that reads first could not write any more once another process has.
   * The driver would wait for that process by holding up this one, so it does not wait at all, and is asked again.
   */
  async function begin(deadline: number): Promise<void> {
    for (;;) {
      try {
        database.exec(isPrepared ? BEGIN : `${settings(synchronous)} ${BEGIN}`);
        return;
      } catch (error) {
        if (!isLocked(error)) throw error;
        if (performance.now() > deadline) {
          throw new StorageBusy('another connection has been writing to the file for too long', {
            cause: error,
          });
        }
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async function inTransaction<T>(
    deadline: number,
    work: (sql: Sql) => T | Promise<T>,
    isKept: (answer: T) => boolean,
  ): Promise<T> {
    await begin(deadline);
    const turn: Turn = { database, outer: calledIn.getStore(), isOver: false };
    const sql = sqlOf(statements, () => !turn.isOver && database.inTransaction);
    try {
      const answer = await calledIn.run(turn, () => work(sql));
      if (!isKept(answer)) return answer;
      const afterCommit = beforeCommit(sql);
      database.exec('commit');
      afterCommit();
      return answer;
    } finally {
      turn.isOver = true;
      if (database.inTransaction) database.exec('rollback');
    }
  }

  async function prepareOnce(deadline: number): Promise<void> {
    if (isPrepared) return;
    await inTransaction(
      deadline,
      () => prepare(database),
      () => true,
    );
    isPrepared = true;
  }

  /** One line is logged when the file goes away, and one when it is back. */
  function explain(error: unknown): unknown {
    const explained = unavailableOf(error);
    if (!isStorageUnavailable(explained)) return error;
    if (!isAway) logger.error({ reason: explained.message }, 'the database cannot be used');
    isAway = true;
    return explained;
  }

  function reportReturn(): void {
    if (isAway) logger.info({}, 'the database can be used again');
    isAway = false;
  }

  return {
    transact: (work, { isKept = () => true, waits = false } = {}) =>
      turns.run({ names: [THE_TURN], isBounded: !waits }, async (remainingMs) => {
        const deadline = performance.now() + (remainingMs ?? Infinity);
        try {
          // The driver does no I/O that this process could wait for: without a pause, nothing else would happen in it
          // until no transaction is left.
          await new Promise(setImmediate);
          await prepareOnce(deadline);
          const answer = await inTransaction(deadline, work, isKept);
          reportReturn();
          return answer;
        } catch (error) {
          throw explain(error);
        }
      }),
    isInside() {
      for (let turn = calledIn.getStore(); turn !== undefined; turn = turn.outer) {
        if (turn.database === database && !turn.isOver) return true;
      }
      return false;
    },
  };
}

/** A transaction on a connection. */
interface Turn {
  readonly database: SqliteDatabase;
  /** The one that it was asked for in. */
  readonly outer: Turn | undefined;
  isOver: boolean;
}

/** The turn in which the running code is called. One for all connections, because each slows down every promise of the process. */
const calledIn = new AsyncLocalStorage<Turn>();

/** The lock that a transaction holds while it uses the connection. */
const THE_TURN = '';

const BEGIN = 'begin immediate';

/** Milliseconds after which it is asked again whether the file is free. */
const RETRY_MS = 2;

/** Readers of other connections go on while one writes. A commit is on the disk, also after a loss of power, if it is `full`. */
function settings(synchronous: 'full' | 'normal'): string {
  return `pragma busy_timeout = 0; pragma journal_mode = wal; pragma synchronous = ${synchronous};`;
}

function isLocked(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}
