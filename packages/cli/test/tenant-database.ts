import { createKeyRing, createStepward, silentLogger, type Stepward } from '@stepward/core';
import { testDatabase, type TestDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import type { Environment } from '../src/io.js';

/** A migrated database as the program sees it, with Stepward over it to look at what the program did. */
export async function tenantDatabase(): Promise<{
  readonly env: Environment;
  readonly stepward: Stepward;
  readonly database: TestDatabase;
}> {
  const database = await testDatabase();
  const stepward = createStepward({
    storage: createPostgresStorage({ pool: database.pool() }),
    logger: silentLogger,
    smsSender: { send: () => Promise.reject(new Error('nothing is sent here')) },
    codeKeys: createKeyRing({ active: { id: 'key-1', secret: new Uint8Array(32) } }),
  });
  return { env: { DATABASE_URL: database.url }, stepward, database };
}

/** Stores an active person without a factor in the tenant `acme`. */
export async function storePerson(stepward: Stepward, identityId: string): Promise<void> {
  const stored = await stepward.identities.put('acme', {
    ...{ identityId, state: 'active', phone: null },
    ...{ otherFactors: [], backupCodesRemaining: 0, locale: null },
  });
  stored._unsafeUnwrap();
}
