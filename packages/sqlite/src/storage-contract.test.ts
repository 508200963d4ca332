import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract, takingTurns, webhookStorageContract } from '@stepward/storage-contract';
import Database from 'better-sqlite3';
import { afterAll, describe, inject, it } from 'vitest';
import { createSqliteStorage, type SqliteStorage } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'stepward-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Two connections to one file, as two processes have them. */
function twoConnections(): ReturnType<typeof takingTurns> {
  const file = join(folder, `${(files += 1)}.db`);
  const open = (): SqliteStorage => createSqliteStorage({ database: new Database(file) });
  return takingTurns(open(), open());
}

const IN_MEMORY = [
  'in memory',
  () => createSqliteStorage({ database: new Database(':memory:') }),
] as const;
const TO_ONE_FILE = ['over two connections to one file', twoConnections] as const;
const SETUPS = inject('tier') === 'full' ? [IN_MEMORY, TO_ONE_FILE] : [IN_MEMORY];

for (const [setup, createStorage] of SETUPS) {
  describe(`storage ${setup}`, () => {
    for (const { name, run } of [...storageContract, ...webhookStorageContract]) {
      it(name, () => run(async () => createStorage()));
    }
  });
}
