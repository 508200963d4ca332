import type { HostTransaction } from '@stepward/core';
import type { PostgresExecutor } from './postgres-pool.js';
import { statement } from './statement.js';

/**
 * A transaction of the host's whose statements its connection prepares once and then knows by name: an
 * event that is emitted through it costs the database less. Not for a pooler that hands connections out per
 * transaction and does not track prepared statements.
 *
 * @param client a `pg` client, in a transaction
 */
export function preparedTransaction(client: PostgresExecutor): HostTransaction {
  return {
    query: (text, values) => client.query({ ...statement('host', text), values }),
  };
}
