import {
  type HostTransaction,
  type Logger,
  type Result,
  stderrLogger,
  type StorageWithWebhooks,
} from '@stepward/core';
import {
  checkOptions,
  createLocalNews,
  createLockQueue,
  decideInUnitOfWork,
  hasMethods,
  isLogger,
  isOneOf,
  isPositiveInteger,
  LOCK_BOUNDS,
  type LookUpTable,
  optional,
  required,
  requireTenantId,
  type UnitOfWorkScope,
} from '@stepward/core/adapter';
import {
  A_DATABASE,
  handleOf,
  openConnection,
  sqlFor,
  type SqliteDatabase,
  transactionOf,
} from './connection/index.js';
import {
  decisionParts,
  findMessageTenant,
  readChallenge,
  readPeople,
  readReviews,
} from './factors/index.js';
import { boundNow, purgeExpired } from './purge.js';
import { createDeliveryQueue, lastArrivals } from './queue/index.js';
import { migrate } from './schema/index.js';
import { findApiKey } from './stores/index.js';
import { type UnitOfWork, unitOfWork } from './unit-of-work.js';
import { appendEvent } from './webhooks/index.js';

export interface SqliteStorageOptions {
  /**
   * The host's own connection, as `new Database(file)` of `better-sqlite3` opens it; `:memory:` keeps everything in
   * memory. Its file gets the tables of Stepward when it is first used; their names begin with `stepward_`.
   *
   * While a unit of work is open, what the host sends over this connection would belong to it. So write to your own
   * tables of the file inside {@link SqliteStorage.transaction}, and read them over another connection.
   */
  readonly database: SqliteDatabase;
  /**
   * When a commit is safe. `full`, the default: it is on the disk, also after a loss of power. `normal`: a loss of power
   * may undo the last commits, a crash of the process does not.
   */
  readonly synchronous?: 'full' | 'normal';
  /**
   * How long a unit of work waits for its locks, and then for its turn, in milliseconds; 5,000. `StorageBusy` after
   * that, and nothing is stored.
   */
  readonly lockWaitMs?: number;
  /** How many units of work wait for one lock in this process; 20. One more is refused at once with `StorageBusy`. */
  readonly maxLockWaiters?: number;
  /**
   * Gets when the file cannot be used and when it can be used again, and stored values that this version does not
   * know; standard error by default. `silentLogger` logs nothing.
   */
  readonly logger?: Logger;
}

/** Storage in SQLite, and transactions of its file for the host. */
export interface SqliteStorage extends StorageWithWebhooks {
  /**
   * Runs `work` in a transaction of the file, in its turn, and commits when `work` has succeeded; a throw rolls back
   * and is thrown again. Write to your own tables in it, by the same connection or by `tx.query`, and emit events by
   * `stepward.events.emit(event, { tx })`. Other calls of Stepward in it would wait for its end.
   *
   * @throws StorageBusy where its turn does not come in time; `work` was not called then.
   * @example
   * await storage.transaction(async (tx) => {
   *   await tx.query('delete from users where id = $1', ['ada']);
   *   await stepward.events.emit(userDeleted, { tx });
   * });
   */
  transaction<T>(work: (tx: HostTransaction) => Promise<T>): Promise<T>;
}

/**
 * Storage in an SQLite file, webhooks included: for development, tests, and services of one process. One unit of work
 * runs at a time. Other processes may use the same file: they wait for each other, and their workers find what another
 * process emitted by polling.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown.
 * @example
 * const storage = createSqliteStorage({ database: new Database('stepward.db') });
 */
export function createSqliteStorage(options: SqliteStorageOptions): SqliteStorage {
  checkSqliteOptions(options);
  const { database, synchronous = 'full', logger = stderrLogger } = options;
  const { lockWaitMs: waitMs = LOCK_BOUNDS.waitMs } = options;
  const { maxLockWaiters: maxWaiters = LOCK_BOUNDS.maxWaiters } = options;
  const locks = createLockQueue({ waitMs, maxWaiters });
  const news = createLocalNews();
  let told = 0;
  const connection = openConnection({
    database,
    synchronous,
    waitMs,
    logger,
    prepare: migrate,
    beforeCommit(sql) {
      const { events, deliveries } = lastArrivals(sql);
      return () => {
        if (events + deliveries > told) news.tell('arrivals');
        told = events + deliveries;
      };
    },
  });

  /** Runs a unit of work. It has the whole file, so its locks only bound how many wait for them. */
  async function run<T, E>(
    { tenantId, lock = [], whenBusy }: UnitOfWorkScope,
    work: (unit: UnitOfWork) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    requireTenantId(tenantId);
    const names = [lock].flat().map((name) => JSON.stringify([tenantId, name]));
    const waits = whenBusy === 'wait' && !connection.isInside();
    return locks.run({ names, isBounded: !waits }, () =>
      connection.transact((sql) => work(unitOfWork(sql, { tenantId, logger })), {
        isKept: (result) => result.isOk(),
        waits,
      }),
    );
  }

  const lookUps: LookUpTable = {
    apiKey: ({ secretHash }) => connection.transact((sql) => findApiKey(sql, secretHash)),
    smsMessage: ({ messageKey }) =>
      connection.transact((sql) => findMessageTenant(sql, messageKey)),
    async challenge({ tenantId, sessionId }) {
      requireTenantId(tenantId);
      return connection.transact((sql) => readChallenge({ sql: sqlFor(tenantId, sql) }, sessionId));
    },
    async people({ tenantId, identityIds }) {
      requireTenantId(tenantId);
      return connection.transact((sql) => readPeople({ sql: sqlFor(tenantId, sql) }, identityIds));
    },
    enrolmentReviews: ({ now, ...batch }) =>
      connection.transact((sql) => {
        const until = boundNow(sql, now);
        return { now: until, reviews: readReviews(sql, { now: until, ...batch }) };
      }),
  };

  return {
    ready: () => connection.transact(() => undefined),
    run,
    decide: (scope, decision) => decideInUnitOfWork(run, decisionParts, scope, decision),
    lookUp: (kind, by) => lookUps[kind](by),
    transaction: (work) => connection.transact((sql) => work(handleOf(sql))),
    async appendEvent(transaction, tenantId, event) {
      requireTenantId(tenantId);
      const sql = transactionOf(transaction);
      if (!sql.isOpen) return 'not_in_transaction';
      appendEvent(sql, tenantId, event);
      return 'appended';
    },
    purge: (expiry) => connection.transact((sql) => purgeExpired(sql, expiry)),
    queue: createDeliveryQueue(connection, news),
  };
}

function checkSqliteOptions(options: SqliteStorageOptions): void {
  checkOptions('createSqliteStorage', options, {
    database: required(A_DATABASE, hasMethods('exec', 'prepare')),
    synchronous: optional("'full' or 'normal'", isOneOf('full', 'normal')),
    lockWaitMs: optional('a positive integer, in milliseconds', isPositiveInteger),
    maxLockWaiters: optional('a positive integer', isPositiveInteger),
    logger: optional('a Logger', isLogger),
  });
}
