import {
  type HostTransaction,
  silentLogger,
  type StorageWithWebhooks,
  systemClock,
} from '@stepward/core';
import type { TestDatabase } from '@stepward/dev-postgres';
import { createPostgresStorage } from '@stepward/postgres';
import { directClient } from '../../src/storage/client.js';
import { connect } from '../../src/storage/connect.js';
import { createDatabaseServer } from '../../src/storage/database-server.js';

/** An empty storage on which a trace is run. */
export interface Replica {
  readonly storage: StorageWithWebhooks;
  /** Runs a transaction of the host. */
  transaction(work: (tx: HostTransaction) => Promise<void>): Promise<void>;
  /** Sets the clock of the database. */
  setTime(now: Date): Promise<void>;
}

export function simulatedReplica(): Replica {
  let now = new Date(0);
  const clock = { ...systemClock, now: () => now };
  const storage = connect(createDatabaseServer(clock), directClient(clock));
  return {
    storage,
    transaction: (work) => storage.transaction(work),
    async setTime(time) {
      now = time;
    },
  };
}

/** An empty Postgres, on one connection. Statements, which name no schema for `clock_timestamp()`, find a clock that can be set. */
export async function postgresReplica(database: TestDatabase): Promise<Replica> {
  const options = '-c search_path=simulated,pg_catalog';
  const pool = database.pool({ max: 1, idleTimeoutMillis: 0, options });
  await pool.query(`create schema simulated;
    create function simulated.clock_timestamp() returns timestamptz language sql stable
    return current_setting('simulated.now')::timestamptz`);
  const storage = createPostgresStorage({ pool, logger: silentLogger });
  return {
    storage,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work(client);
        await client.query('commit');
      } finally {
        client.release();
      }
    },
    async setTime(now) {
      await pool.query("select set_config('simulated.now', $1, false)", [now.toISOString()]);
    },
  };
}
