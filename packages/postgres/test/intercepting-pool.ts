import type pg from 'pg';
import type { PostgresPool, PostgresQuery, PostgresResult } from '../src/index.js';

/** Stands before each round trip of a connection; `go` makes it. */
export type Interceptor = (
  query: PostgresQuery,
  go: (query: PostgresQuery) => Promise<PostgresResult>,
  pid: number,
) => Promise<PostgresResult>;

/** A pool whose round trips go through the hands of the test. */
export function createInterceptingPool(pool: pg.Pool, intercept: Interceptor): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const { pid } = rows[0]!;
      return {
        query: (query) => intercept(query, (next) => client.query(next), pid),
        release: (destroy) => client.release(destroy),
        on: (event, listener) => client.on(event, listener),
        removeListener: (event, listener) => client.removeListener(event, listener),
      };
    },
  };
}
