import type pg from 'pg';
import type { PostgresPool, PostgresQuery } from '../src/index.js';

/** A pool that keeps count of the round trips made through it. */
export interface RecordingPool extends PostgresPool {
  /** The round trips since the last call, each as its operation, or its first word where it has no name. */
  take(): readonly string[];
}

export function createRecordingPool(pool: pg.Pool): RecordingPool {
  let roundTrips: string[] = [];
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query(query) {
          roundTrips.push(labelOf(query));
          return client.query(query);
        },
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
    take() {
      const taken = roundTrips;
      roundTrips = [];
      return taken;
    },
  };
}

function labelOf({ name, text }: PostgresQuery): string {
  return name?.replace(/^stepward_|_[0-9a-f]{12}$/g, '') ?? text.trim().split(' ')[0]!;
}
