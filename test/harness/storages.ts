import type { StorageWithWebhooks } from '@stepward/core';
import { createMemoryStorage } from '@stepward/testing';
import { testDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import type { Pool } from 'pg';
import { superuserOf, type Superuser } from './superuser.js';

/** A storage, and ways around it: null where it is kept in memory. */
export interface OpenStorage {
  readonly storage: StorageWithWebhooks;
  readonly pool: Pool | null;
  readonly superuser: Superuser | null;
}

/** A kind of storage. It is opened at the top level of a file or a `describe`, and closes with it. */
export interface StorageKind {
  readonly name: string;
  open(): Promise<OpenStorage>;
}

export const memory: StorageKind = {
  name: 'memory',
  open: () => Promise.resolve({ storage: createMemoryStorage(), pool: null, superuser: null }),
};

export const postgres: StorageKind = {
  name: 'Postgres',
  async open() {
    const database = await testDatabase();
    const pool = database.pool({ max: 8 });
    const superuser = superuserOf(database.adminUrl);
    // Wide bounds: races are about who wins, not about who is turned away.
    const storage = createPostgresStorage({ pool, maxLockWaiters: 1_000, lockWaitMs: 30_000 });
    return { storage, pool, superuser };
  },
};
