import type { Result } from 'neverthrow';
import type { Storage, Stores } from '../ports/storage.js';
import { isTenantId } from '../shared/tenant-id.js';
import type { ApiKey } from '../access/api-key.js';
import { findKeyByHash } from './memory-management-stores.js';
import { createMemoryJournal } from './memory-journal.js';
import {
  createMemoryTables,
  purgeMemoryTables,
  storesOver,
  type MemoryTables,
} from './memory-stores.js';
import { createMutex } from './mutex.js';

/**
 * Storage in memory, with a real roll-back, for tests and trials. Units of work of one tenant run one
 * after the other; it passes the same contract suite as Postgres does.
 */
export function createMemoryStorage(): Storage {
  const tenants = new Map<string, TenantMemory>();

  return {
    async run({ tenantId }, work) {
      if (!isTenantId(tenantId)) throw new TypeError('not a tenant id');
      const tenant = tenants.get(tenantId) ?? createTenantMemory();
      tenants.set(tenantId, tenant);
      return tenant.run(work);
    },
    async findApiKey(secretHash) {
      for (const [tenantId, tenant] of tenants) {
        const key = await tenant.findApiKey(secretHash);
        if (key !== null) return { tenantId, key };
      }
      return null;
    },
    async purge(now) {
      for (const tenant of tenants.values()) await tenant.purge(now);
    },
  };
}

interface TenantMemory {
  run<T, E>(work: (stores: Stores) => Promise<Result<T, E>>): Promise<Result<T, E>>;
  findApiKey(secretHash: string): Promise<ApiKey | null>;
  purge(now: Date): Promise<void>;
}

function createTenantMemory(): TenantMemory {
  const journal = createMemoryJournal();
  const tables: MemoryTables = createMemoryTables(journal);
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
    // In its turn, so that it sees no key that a unit of work may yet roll back.
    findApiKey: (secretHash) =>
      mutex.run(() => Promise.resolve(findKeyByHash(tables.management, secretHash))),
    purge: (now) =>
      mutex.run(() => {
        purgeMemoryTables(tables, now);
        journal.commit();
        return Promise.resolve();
      }),
  };
}
