import type { StorageWithWebhooks } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { storageContract, takingTurns, webhookStorageContract } from '@stepward/storage-contract';
import { describe, inject, it } from 'vitest';
import { truncateTables } from '../test/truncate-tables.js';
import { createPostgresStorage } from './index.js';

const database = await testDatabase();

const SETUPS = [
  { setup: 'eight connections', max: 8, prepare: true },
  { setup: 'a single connection', max: 1, prepare: true },
  { setup: 'eight connections without prepared statements', max: 8, prepare: false },
  // Shows a statement that names no tenant, which row-level security would hide.
  { setup: 'a role that bypasses row-level security', max: 8, prepare: true, isAdmin: true },
];

describe.each(inject('tier') === 'full' ? SETUPS : SETUPS.slice(0, 1))(
  'storage over $setup',
  ({ max, prepare, isAdmin = false }) => {
    const pool = database.pool({ max, ...(isAdmin && { connectionString: database.adminUrl }) });
    const storage = () => createPostgresStorage({ pool, prepare });

    async function emptyStorage(): Promise<StorageWithWebhooks> {
      await truncateTables(pool);
      return takingTurns(storage(), storage());
    }

    for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
      it(name, () => run(emptyStorage));
    }
  },
);
