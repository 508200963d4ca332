import type { EmittedEvent, HostTransaction, NewEvent, Result } from '@stepward/core';
import type { Host } from '../../customer-api/harness/host.js';

type Emitting = (tx: HostTransaction) => Promise<Result<EmittedEvent, unknown>>;

/** What a host's unit of work ends with. */
export type End = 'commit' | 'rollback';

/** Emits as a host does: in a transaction of its own. Storage in memory has none, and commits at once. */
export async function emitInTransaction(
  { pool, stepward }: Pick<Host, 'pool' | 'stepward'>,
  event: NewEvent,
  end: End = 'commit',
): Promise<EmittedEvent> {
  const emitting: Emitting = (tx) => stepward.events.emit(event, { tx });
  if (pool === null) return (await emitting(NO_TRANSACTION))._unsafeUnwrap();
  const client = await pool.connect();
  try {
    await client.query('begin');
    const emitted = await emitting(client);
    await client.query(end);
    return emitted._unsafeUnwrap();
  } finally {
    client.release();
  }
}

const NO_TRANSACTION: HostTransaction = { query: async () => ({ rows: [], rowCount: 0 }) };
