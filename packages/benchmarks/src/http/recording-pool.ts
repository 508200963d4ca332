import type { Pool, PoolClient, QueryConfig } from 'pg';

/** One call of a client's `query`. */
export type RecordedStatement = QueryConfig<unknown[]>;

/** A pool that writes down the statements of every connection that was taken and given back. */
export function createRecordingPool(
  pool: Pool,
  onTransaction: (statements: readonly RecordedStatement[]) => void,
): Pick<Pool, 'connect' | 'on'> {
  return {
    on: pool.on.bind(pool),
    async connect() {
      const client = await pool.connect();
      const statements: RecordedStatement[] = [];
      return {
        query(statement: RecordedStatement) {
          statements.push(statement);
          return client.query({ ...statement });
        },
        release(destroy?: boolean) {
          onTransaction(statements);
          client.release(destroy);
        },
        on: client.on.bind(client),
        removeListener: client.removeListener.bind(client),
      } as unknown as PoolClient;
    },
  };
}
