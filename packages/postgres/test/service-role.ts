import { ok, type AuthenticationEntry } from '@stepward/core';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { expect } from 'vitest';
import { createPostgresStorage, migrate } from '../src/index.js';

type PostgresStorage = ReturnType<typeof createPostgresStorage>;

/** A database with the two roles of production. */
export interface ServiceRole {
  /** The role that migrated, and owns the tables. */
  readonly owner: pg.Pool;
  /** The role of the service. */
  readonly runtime: pg.Pool;
  /** Over the role of the service. */
  readonly storage: PostgresStorage;
  stop(): Promise<void>;
}

/** Starts a server of the file's own, because roles belong to a whole server. */
export async function startWithServiceRole(): Promise<ServiceRole> {
  const server = await startEmbeddedPostgres();
  const admin = new pg.Client({ connectionString: server.adminUrl });
  await admin.connect();
  await admin.query(`create role runtime login password 'secret'`);
  await admin.end();
  const url = new URL(server.url);
  url.username = 'runtime';
  url.password = 'secret';
  const owner = new pg.Pool({ connectionString: server.url });
  const runtime = new pg.Pool({ connectionString: url.href });
  for (const pool of [owner, runtime]) pool.on('error', () => undefined);
  await migrate({ pool: owner, grantTo: 'runtime' });
  return {
    owner,
    runtime,
    storage: createPostgresStorage({ pool: runtime }),
    async stop() {
      await Promise.all([owner.end(), runtime.end()]);
      await server.stop();
    },
  };
}

/** Appends an entry to the authentication log of a tenant. */
export async function appendEntry(
  storage: PostgresStorage,
  tenantId: string,
  entry: AuthenticationEntry,
): Promise<void> {
  const appended = await storage.run({ tenantId }, async ({ record }) => {
    await record({ entries: [entry], events: [] });
    return ok(null);
  });
  expect(appended.isOk()).toBe(true);
}
