import type { Result } from 'neverthrow';
import type { Storage, Stores } from '../ports/storage.js';
import { createLockQueue, LOCK_BOUNDS } from '../shared/lock-queue.js';
import { requireTenantId } from '../shared/tenant-id.js';
import { createMemoryDeliveryQueue, type AllTenants } from './memory-delivery-queue.js';
import { findKeyByHash } from './memory-management-stores.js';
import { createMemoryJournal } from './memory-journal.js';
import {
  createMemoryTables,
  purgeMemoryTables,
  storesOver,
  type MemoryTables,
} from './memory-stores.js';
import { appendEvent } from './memory-webhook-stores.js';
import type { WebhookTables } from './memory-webhook-tables.js';
import { createMutex } from './mutex.js';

/**
 * Storage in memory, with a real roll-back, for tests and trials. Units of work of one tenant run one
 * after the other; there is no transaction of a host's to join, so `appendEvent` commits at once. It
 * passes the same contract suite as Postgres does.
 */
export function createMemoryStorage(): Storage {
  const tenants = new Map<string, TenantMemory>();
  const locks = createLockQueue(LOCK_BOUNDS);

  function memoryOf(tenantId: string): TenantMemory {
    requireTenantId(tenantId);
    const tenant = tenants.get(tenantId) ?? createTenantMemory();
    tenants.set(tenantId, tenant);
    return tenant;
  }

  return {
    async run({ tenantId, lock, whenBusy }, work) {
      const memory = memoryOf(tenantId);
      const names = [lock ?? []].flat().map((name) => JSON.stringify([tenantId, name]));
      return locks.run({ names, isBounded: whenBusy !== 'wait' }, () => memory.run(work));
    },
    async findApiKey(secretHash) {
      for (const [tenantId, tenant] of tenants) {
        const key = await tenant.inTurn(({ management }) => findKeyByHash(management, secretHash));
        if (key !== null) return { tenantId, key };
      }
      return null;
    },
    async appendEvent(_, tenantId, event, patterns) {
      return memoryOf(tenantId).inTurn(({ webhooks }) => appendEvent(webhooks, event, patterns));
    },
    deliveryQueue: createMemoryDeliveryQueue((work) => inTurnOfAll([...tenants], work)),
    async purge(now) {
      for (const tenant of tenants.values()) {
        await tenant.inTurn((tables) => {
          purgeMemoryTables(tables, now);
        });
      }
    },
  };
}

interface TenantMemory {
  run<T, E>(work: (stores: Stores) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  /** Works on the tables between units of work, so that nothing is seen that may yet be rolled back, and commits. */
  inTurn<T>(work: (tables: MemoryTables) => T | Promise<T>): Promise<T>;
}

function createTenantMemory(): TenantMemory {
  const journal = createMemoryJournal();
  const tables = createMemoryTables(journal);
  const stores = storesOver(tables);
  const mutex = createMutex();

  return {
    run: (work) =>
      mutex.run(async () => {
        try {
          const result = await work(stores);
          if (result.isOk()) journal.commit();
          return result;
        } finally {
          journal.rollBack();
        }
      }),
    inTurn: (work) =>
      mutex.run(async () => {
        try {
          const answer = await work(tables);
          journal.commit();
          return answer;
        } finally {
          journal.rollBack();
        }
      }),
  };
}

/** Always in the order in which tenants came, so that two of these never wait for each other. */
function inTurnOfAll<T>(
  [first, ...rest]: readonly (readonly [string, TenantMemory])[],
  work: (tenants: AllTenants) => T,
  reached: ReadonlyMap<string, WebhookTables> = new Map(),
): Promise<T> {
  if (first === undefined) return Promise.resolve(work(reached));
  const [tenantId, tenant] = first;
  return tenant.inTurn(({ webhooks }) =>
    inTurnOfAll(rest, work, new Map([...reached, [tenantId, webhooks]])),
  );
}
