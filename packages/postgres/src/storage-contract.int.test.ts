import type { StorageWithWebhooks } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { storageContract, webhookStorageContract } from '@stepward/storage-contract';
import { describe, inject, it } from 'vitest';
import { truncateTables } from '../test/truncate-tables.js';
import { createPostgresStorage } from './index.js';

const database = await testDatabase();

const SETUPS = [
  { setup: 'eight connections', max: 8, prepare: true },
  { setup: 'a single connection', max: 1, prepare: true },
  { setup: 'eight connections without prepared statements', max: 8, prepare: false },
];

describe.each(inject('tier') === 'full' ? SETUPS : SETUPS.slice(0, 1))(
  'storage over $setup',
  ({ max, prepare }) => {
    const pool = database.pool({ max });

    async function emptyStorage(): Promise<StorageWithWebhooks> {
      await truncateTables(pool);
      return createPostgresStorage({ pool, prepare });
    }

    for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
      it(name, () => run(emptyStorage));
    }
  },
);
