import type { StorageWithWebhooks } from '@stepward/core';
import { testDatabase, type EmbeddedVersion } from '@stepward/dev-postgres';
import { storageContract, takingTurns, webhookStorageContract } from '@stepward/storage-contract';
import { inject, it } from 'vitest';
import { describeWhere } from '../test/describe-where.js';
import { isPostgres15Tested } from '../test/on-each-server.js';
import { truncateTables } from '../test/truncate-tables.js';
import { createPostgresStorage } from './index.js';

interface Setup {
  readonly setup: string;
  readonly max: number;
  readonly prepare: boolean;
  readonly isAdmin?: boolean;
  readonly version?: EmbeddedVersion;
}

const SETUPS: readonly Setup[] = [
  { setup: 'eight connections', max: 8, prepare: true },
  { setup: 'a single connection', max: 1, prepare: true },
  { setup: 'eight connections without prepared statements', max: 8, prepare: false },
  // Shows a statement that names no tenant, which row-level security would hide.
  { setup: 'a role that bypasses row-level security', max: 8, prepare: true, isAdmin: true },
  { setup: 'Postgres 15', max: 8, prepare: true, version: 15 },
];

const isAdminKnown = inject('stepwardPostgres').adminUrl !== null;

for (const { setup, max, prepare, isAdmin = false, version } of inject('tier') === 'full'
  ? SETUPS
  : SETUPS.slice(0, 1)) {
  const isThere = version === undefined ? !isAdmin || isAdminKnown : isPostgres15Tested;
  describeWhere(isThere, `storage over ${setup}`, async () => {
    const database = await testDatabase({ version });
    const pool = database.pool({ max, ...(isAdmin && { connectionString: database.adminUrl! }) });
    const storage = () => createPostgresStorage({ pool, prepare });

    async function emptyStorage(): Promise<StorageWithWebhooks> {
      await truncateTables(pool);
      return takingTurns(storage(), storage());
    }

    for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
      it(name, () => run(emptyStorage));
    }
  });
}
