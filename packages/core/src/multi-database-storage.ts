import type { DeliveryQueue, QueueCounts } from './ports/delivery-queue.js';
import type { KnownHandler } from './webhooks/handlers/handler.js';
import type { LookUpTable, Storage, StorageWithWebhooks } from './ports/storage.js';
import { inEachDatabase } from './shared/storage/in-each-database.js';
import { checkOptions, isFunction, isObject, required } from './shared/checks/check-options.js';
import { movedToOf, StorageUnavailable } from './shared/storage/storage-errors.js';
import { requireTenantId } from './shared/tenant-id.js';

export interface MultiDatabaseOptions {
  /**
   * A storage for each database, by its name: 1 to 63 lower-case letters, digits, underscores and hyphens. Errors, metrics
   * and `stepward tenant move` use the name.
   */
  readonly databases: Readonly<Record<string, StorageWithWebhooks>>;
  /**
   * Returns the name of the database where a tenant lives, or was put first. It is called with each operation, so it may
   * change its answer while the process runs. A tenant that was moved since is found by its old database.
   *
   * The tenant comes from a credential, so a caller may have made it up: name any database for one that you do not know. What it
   * throws ends the operation.
   */
  readonly databaseOf: (tenantId: string) => string | Promise<string>;
}

/**
 * Makes one storage of several databases, each of which has some of the tenants. An operation uses the tenant's database
 * alone, so a database that cannot be used does no harm to the tenants of the others.
 *
 * The transaction of `events.emit` must be one on the tenant's database.
 *
 * @throws TypeError that names the option that is missing, wrong or unknown
 * @example
 * const storage = createMultiDatabaseStorage({
 *   databases: {
 *     north: createPostgresStorage({ pool: northPool }),
 *     south: createPostgresStorage({ pool: southPool }),
 *   },
 *   databaseOf: (tenantId) => (tenantId.startsWith('eu-') ? 'north' : 'south'),
 * });
 */
export function createMultiDatabaseStorage(options: MultiDatabaseOptions): StorageWithWebhooks {
  checkOptions('createMultiDatabaseStorage', options, {
    databases: required('an object of storages by name, each of which carries webhooks', areNamed),
    databaseOf: required('a function from a tenant to the name of its database', isFunction),
  });
  const databases = new Map(Object.entries(options.databases));
  /** Where tenants were moved to, as their old databases have said. */
  const moved = new Map<string, string>();

  async function storageOf(tenantId: string): Promise<StorageWithWebhooks> {
    requireTenantId(tenantId);
    const name = moved.get(tenantId) ?? (await options.databaseOf(tenantId));
    const storage = databases.get(name);
    if (storage !== undefined) return storage;
    const names = [...databases.keys()].join(', ');
    throw new TypeError(
      `there is no database ${JSON.stringify(name)} for the tenant ${tenantId}; the databases are ${names}`,
    );
  }

  /** Calls the tenant's database. A database that the tenant has left names the next one, and has done nothing. */
  async function at<T>(
    tenantId: string,
    call: (storage: StorageWithWebhooks) => Promise<T>,
  ): Promise<T> {
    for (let hops = 0; hops < databases.size; hops += 1) {
      try {
        return await call(await storageOf(tenantId));
      } catch (error) {
        const movedTo = movedToOf(error);
        if (movedTo === null) throw error;
        moved.set(tenantId, movedTo);
      }
    }
    throw new StorageUnavailable(`no database has the tenant ${tenantId}: each names another one`);
  }

  const lookUps: LookUpTable = {
    apiKey: (by) => {
      const find = (storage: Storage) => storage.lookUp('apiKey', by);
      return by.tenantId === null ? findInAny(databases, find) : at(by.tenantId, find);
    },
    smsMessage: (by) => findInAny(databases, (storage) => storage.lookUp('smsMessage', by)),
    challenge: (by) => at(by.tenantId, (storage) => storage.lookUp('challenge', by)),
    people: (by) => at(by.tenantId, (storage) => storage.lookUp('people', by)),
    enrolmentReviews: refuse,
  };

  return {
    databases,
    ready: () => inEachDatabase(databases, (storage) => storage.ready()).then(() => undefined),
    run: (scope, work) => at(scope.tenantId, (storage) => storage.run(scope, work)),
    decide: (scope, decision) => at(scope.tenantId, (storage) => storage.decide(scope, decision)),
    lookUp: (kind, by) => lookUps[kind](by),
    async appendEvent(transaction, tenantId, event) {
      return (await storageOf(tenantId)).appendEvent(transaction, tenantId, event);
    },
    purge: (expiry) =>
      inEachDatabase(databases, (storage) => storage.purge(expiry)).then(() => undefined),
    queue: measuringQueue(databases),
  };
}

const NAME = /^[a-z0-9_-]{1,63}$/;

function areNamed(value: unknown): boolean {
  if (!isObject(value)) return false;
  const entries = Object.entries(value);
  const isNamed = ([name, storage]: [string, unknown]): boolean =>
    NAME.test(name) && isObject(storage) && isObject(storage['queue']);
  return entries.length > 0 && entries.every(isNamed);
}

/**
 * Asks all databases at once, and answers with the first that has found something. Null where none has.
 *
 * @throws where none has found it and not all could be asked
 */
async function findInAny<T>(
  databases: ReadonlyMap<string, Storage>,
  find: (storage: Storage) => Promise<T | null>,
): Promise<T | null> {
  const searches = [...databases.values()].map(async (storage) => {
    const found = await find(storage);
    if (found === null) throw NOT_FOUND;
    return found;
  });
  try {
    return await Promise.any(searches);
  } catch (thrown) {
    const { errors } = thrown as { readonly errors: readonly Error[] };
    const failure = errors.find((each) => each !== NOT_FOUND);
    if (failure !== undefined) throw failure;
    return null;
  }
}

const NOT_FOUND = new Error('not found');

/** The longest lag of all databases, the handlers of all, and the sums of their counts. */
function measuringQueue(databases: ReadonlyMap<string, StorageWithWebhooks>): DeliveryQueue {
  return {
    ...{ hold: refuse, arrivals: refuse, waiting: refuse, load: refuse, dispatch: refuse },
    ...{ open: refuse, finish: refuse, listen: refuse },
    async queueState(now, counting) {
      const states = await inEachDatabase(databases, ({ queue }) =>
        queue.queueState(now, counting),
      );
      const handlers = new Map<string, KnownHandler>();
      for (const handler of states.flatMap((state) => state.handlers)) {
        if (handlers.get(handler.name)?.isRunning !== true) handlers.set(handler.name, handler);
      }
      return {
        lagMs: Math.max(...states.map(({ lagMs }) => lagMs)),
        handlers: [...handlers.values()],
        counts: sumOf(states.flatMap(({ counts }) => counts ?? [])),
      };
    },
  };
}

function sumOf(counts: readonly QueueCounts[]): QueueCounts | null {
  if (counts.length === 0) return null;
  const sum = (name: keyof QueueCounts): number =>
    counts.reduce((total, each) => total + each[name], 0);
  return {
    events: sum('events'),
    deliveries: sum('deliveries'),
    lateTenants: sum('lateTenants'),
    disabledSubscribers: sum('disabledSubscribers'),
    pausedSubscribers: sum('pausedSubscribers'),
  };
}

function refuse(): Promise<never> {
  return Promise.reject(
    new TypeError('tenants are spread over several databases: use each of `databases` for this'),
  );
}
