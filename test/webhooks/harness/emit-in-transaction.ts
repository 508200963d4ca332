import { err, ok, type EmittedEvent, type HostTransaction, type NewEvent } from '@stepward/core';
import type { Host } from '../../customer-api/harness/host.js';

/** What a host's transaction ends with. */
export type End = 'commit' | 'rollback';

type EmittingHost = Pick<Host, 'pool' | 'storage' | 'stepward'>;

/** Emits as a host does: in its own transaction. In memory a unit of work's stands for it. */
export async function emitInTransaction(
  { pool, storage, stepward }: EmittingHost,
  event: NewEvent,
  end: End = 'commit',
): Promise<EmittedEvent> {
  const emit = async (tx: HostTransaction): Promise<EmittedEvent> =>
    (await stepward.events.emit(event, { tx }))._unsafeUnwrap();
  if (pool === null) {
    const done = await storage.run<EmittedEvent, EmittedEvent>(
      { tenantId: 'host' },
      async ({ transaction }) => {
        const emitted = await emit(transaction);
        return end === 'commit' ? ok(emitted) : err(emitted);
      },
    );
    return done.isOk() ? done.value : done.error;
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    const emitted = await emit(client);
    await client.query(end);
    return emitted;
  } finally {
    client.release();
  }
}
