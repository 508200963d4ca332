import {
  type Clock,
  type HostTransaction,
  type Result,
  type StorageWithWebhooks,
  systemClock,
} from '@stepward/core';
import {
  checkOptions,
  createLocalNews,
  createLockQueue,
  decideInUnitOfWork,
  type EnrolmentReview,
  hasMethods,
  isFunction,
  LOCK_BOUNDS,
  type LookUpTable,
  optional,
  type PreparedEvent,
  requireTenantId,
  type StoredEvent,
  type UnitOfWorkScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import { createMemoryDeliveryQueue } from './memory-delivery-queue.js';
import { createMemoryHandlers } from './memory-handlers.js';
import { findKeyByHash } from './memory-management-stores.js';
import { createMemoryJournal } from './memory-journal.js';
import type { AllTenants } from './memory-queue-reads.js';
import { createMemoryShards } from './memory-shards.js';
import { decisionParts, storedPeople } from './memory-decisions.js';
import { enrolmentReviews, pageOfReviews } from './memory-enrolment-reviews.js';
import { storesOver, type MemoryStores } from './memory-stores.js';
import { createMemoryTables, purgeMemoryTables, type MemoryTables } from './memory-tables.js';
import { createMemoryTransactions, type MemoryTransaction } from './memory-transactions.js';
import { appendEvent, emittedEvents, type WebhookTables } from './memory-webhook-tables.js';
import { createMutex } from './mutex.js';

export interface MemoryStorageOptions {
  /** By which the leases of delivery workers end; by default the machine's. */
  readonly clock?: Pick<Clock, 'now'>;
  /**
   * Runs the statements that a host's directory sends, outside any transaction; for example `(text,
   * values) => pool.query(text, values)`. By default every statement is rejected.
   */
  readonly query?: HostTransaction['query'];
}

/** Storage in memory, and transactions that stand for those of a host. */
export interface MemoryStorage extends StorageWithWebhooks {
  /**
   * Runs `work` in a transaction for `stepward.events.emit(event, { tx })`. The events are stored when
   * `work` has succeeded, and are lost when it throws; the error is thrown again.
   *
   * @example
   * await storage.transaction((tx) => stepward.events.emit(userDeleted, { tx }));
   */
  transaction<T>(work: (tx: HostTransaction) => Promise<T>): Promise<T>;
  /** A tenant's events, oldest first; those of one moment in the order in which they were stored. */
  emitted(tenantId: string): Promise<readonly StoredEvent[]>;
}

/**
 * Storage in memory, with a real roll-back, for tests and trials. Units of work of one tenant run one
 * after the other. An event can join a transaction of {@link MemoryStorage.transaction}, and no other. It
 * passes `@stepward/storage-contract` as Postgres does.
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): MemoryStorage {
  checkOptions('createMemoryStorage', options, {
    clock: optional('a clock with now()', hasMethods('now')),
    query: optional('a function (text, values) that resolves to { rows }', isFunction),
  });
  const clock = options.clock ?? systemClock;
  const handlers = createMemoryHandlers(clock);
  const tenants = new Map<string, TenantMemory>();
  const news = createLocalNews();
  let arrivals = 0;
  const locks = createLockQueue(LOCK_BOUNDS);
  const transactions = createMemoryTransactions(
    ({ tenantId, ...prepared }) =>
      memoryOf(tenantId).inTurn(({ webhooks }) => appendEvent(webhooks, prepared)),
    options.query ?? refuseSql,
  );

  function memoryOf(tenantId: string): TenantMemory {
    requireTenantId(tenantId);
    const tenant =
      tenants.get(tenantId) ??
      createTenantMemory({
        arrive: () => (arrivals += 1),
        onArrivals: () => news.tell('arrivals'),
      });
    tenants.set(tenantId, tenant);
    return tenant;
  }

  /** Runs work and commits the transaction if it succeeded and `isKept` agrees; otherwise rolls it back. */
  async function inTransaction<T>(
    transaction: Pick<MemoryTransaction, 'end'>,
    work: () => Promise<T>,
    isKept: (answer: T) => boolean = () => true,
  ): Promise<T> {
    let outcome: 'commit' | 'roll back' = 'roll back';
    try {
      const answer = await work();
      if (isKept(answer)) outcome = 'commit';
      return answer;
    } finally {
      await transaction.end(outcome);
    }
  }

  async function run<T, E>(
    { tenantId, lock, whenBusy }: UnitOfWorkScope,
    work: (stores: WebhookStores, tables: MemoryTables) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    const { append, run: runAlone } = memoryOf(tenantId);
    const names = [lock ?? []].flat().map((name) => JSON.stringify([tenantId, name]));
    return locks.run({ names, isBounded: whenBusy !== 'wait' }, async () => {
      const { handle, ...transaction } = transactions.begin({ tenantId, append });
      return inTransaction(
        transaction,
        () => runAlone((stores, tables) => work({ ...stores, transaction: handle }, tables)),
        (result) => result.isOk(),
      );
    });
  }

  /** Returns the first of all tenants' answers that is not null. */
  async function findInAll<T>(
    find: (tables: MemoryTables, tenantId: string) => T | null,
  ): Promise<T | null> {
    for (const [tenantId, tenant] of tenants) {
      const found = await tenant.inTurn((tables) => find(tables, tenantId));
      if (found !== null) return found;
    }
    return null;
  }

  const lookUps: LookUpTable = {
    apiKey: ({ secretHash }) =>
      findInAll(({ management }, tenantId) => {
        const key = findKeyByHash(management, secretHash);
        return key && { tenantId, key };
      }),
    smsMessage: ({ messageKey }) =>
      findInAll(({ smsMessages }, tenantId) =>
        smsMessages.get(messageKey) === undefined ? null : { tenantId },
      ),
    challenge: async ({ tenantId, sessionId }) =>
      memoryOf(tenantId).inTurn(({ challenges }) => challenges.get(sessionId) ?? null),
    people: async ({ tenantId, identityIds }) =>
      memoryOf(tenantId).inTurn((tables) => storedPeople(tables, identityIds)),
    async enrolmentReviews({ now, after, limit }) {
      const all: EnrolmentReview[] = [];
      for (const [tenantId, tenant] of tenants) {
        all.push(...(await tenant.inTurn((tables) => enrolmentReviews(tables, tenantId, now))));
      }
      return { now, reviews: pageOfReviews(all, after, limit) };
    },
  };

  return {
    ready: () => Promise.resolve(),
    run,
    decide: (scope, decision) =>
      decideInUnitOfWork(
        (unit, work) => run(unit, (stores, tables) => work({ ...stores, tables })),
        decisionParts,
        scope,
        decision,
      ),
    lookUp: (kind, by) => lookUps[kind](by),
    async transaction(work) {
      const transaction = transactions.begin();
      return inTransaction(transaction, () => work(transaction.handle));
    },
    emitted: (tenantId) => memoryOf(tenantId).inTurn(({ webhooks }) => emittedEvents(webhooks)),
    async appendEvent(transaction, tenantId, event) {
      requireTenantId(tenantId);
      transactions.append(transaction, { tenantId, ...event });
      return 'appended';
    },
    async purge(expiry) {
      const goneHandlers = handlers.purge(expiry.deliveriesUntil);
      const isHandled = handlers.known(() => true).length > 0;
      for (const tenant of tenants.values()) {
        await tenant.inTurn((tables) => {
          purgeMemoryTables(tables, { ...expiry, goneHandlers, isHandled });
        });
      }
    },
    queue: createMemoryDeliveryQueue({
      shards: createMemoryShards(clock, handlers),
      handlers,
      news,
      inTurn: (work) => inTurnOfAll(tenants, work),
    }),
  };
}

interface TenantMemory {
  /** Appends an event within the unit of work that is running. */
  readonly append: (event: PreparedEvent) => void;
  readonly run: <T, E>(
    work: (stores: MemoryStores, tables: MemoryTables) => Promise<Result<T, E>>,
  ) => Promise<Result<T, E>>;
  /** Runs work on the tables between units of work, so it sees only committed rows, and commits. */
  inTurn<T>(work: (tables: MemoryTables) => T | Promise<T>): Promise<T>;
}

interface ArrivalSource {
  /** Returns the arrival of a new row, after all others of all tenants. */
  readonly arrive: () => number;
  /** Called when rows that arrived are committed. */
  readonly onArrivals: () => void;
}

function createTenantMemory({ arrive, onArrivals }: ArrivalSource): TenantMemory {
  const journal = createMemoryJournal();
  let arrivals = 0;
  const tables = createMemoryTables(journal, () => {
    arrivals += 1;
    return arrive();
  });
  const stores = storesOver(tables);
  const mutex = createMutex();

  /** Runs work alone, and commits what it wrote where `isKept` agrees. */
  function alone<T>(work: () => T | Promise<T>, isKept: (answer: T) => boolean): Promise<T> {
    return mutex.run(async () => {
      const before = arrivals;
      try {
        const answer = await work();
        if (!isKept(answer)) return answer;
        journal.commit();
        if (arrivals > before) onArrivals();
        return answer;
      } finally {
        journal.rollBack();
      }
    });
  }

  return {
    append: (event) => {
      appendEvent(tables.webhooks, event);
    },
    run: (work) =>
      alone(
        () => work(stores, tables),
        (result) => result.isOk(),
      ),
    inTurn: (work) =>
      alone(
        () => work(tables),
        () => true,
      ),
  };
}

/**
 * Locks the tenants in the order in which they were created, so two calls never wait for each other; also those that are
 * created meanwhile.
 */
function inTurnOfAll<T>(
  tenants: ReadonlyMap<string, TenantMemory>,
  work: (tenants: AllTenants) => T,
  reached: ReadonlyMap<string, WebhookTables> = new Map(),
): Promise<T> {
  const next = [...tenants][reached.size];
  if (next === undefined) return Promise.resolve(work(reached));
  const [tenantId, tenant] = next;
  return tenant.inTurn(({ webhooks }) =>
    inTurnOfAll(tenants, work, new Map([...reached, [tenantId, webhooks]])),
  );
}

function refuseSql(): Promise<never> {
  return Promise.reject(
    new Error(
      'storage in memory runs no SQL: pass a directory that needs none, or `query` to createMemoryStorage',
    ),
  );
}
