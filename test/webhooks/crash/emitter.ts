import type { Stepward } from '@stepward/core';
import type { Pool, PoolClient } from 'pg';

/** A host that emits without end, each event in its own transaction. */
export interface Emitter {
  /** The ids of the events that the database acknowledged as committed. */
  readonly acknowledged: readonly string[];
  /** Ends once the event under way is committed or has failed. */
  stop(): Promise<void>;
}

export interface EmitterOptions {
  readonly stepward: Pick<Stepward, 'events'>;
  readonly pool: Pool;
  readonly tenantId: string;
  /** Resolves when it may emit the next event. */
  readonly next: () => Promise<void>;
  /** Called after each commit. */
  readonly onAcknowledged: () => void;
}

export function startEmitter(options: EmitterOptions): Emitter {
  const { stepward, pool, tenantId, next, onAcknowledged } = options;
  const { events } = stepward;
  const acknowledged: string[] = [];
  let isStopping = false;

  async function emitOne(client: PoolClient, number: number): Promise<void> {
    await client.query('begin');
    const data = { id: `usr_${String(number)}`, deleted_at: '2026-01-01T00:00:00Z' };
    const event = { tenantId, type: 'user.deleted', data } as const;
    const { id } = (await events.emit(event, { tx: client }))._unsafeUnwrap();
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw new Error('rolled back');
    acknowledged.push(id);
    onAcknowledged();
  }

  async function emitAll(): Promise<void> {
    for (let number = 0; !isStopping; number += 1) {
      await next();
      await withClient(pool, (client) => emitOne(client, number));
    }
  }

  const emitting = emitAll();
  return {
    acknowledged,
    stop: () => {
      isStopping = true;
      return emitting;
    },
  };
}

/** An emit that fails while the database is unavailable was not promised, and is dropped. */
async function withClient(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  // Without a turn of the loop, a database that is away would leave time for nothing else.
  const client = await pool
    .connect()
    .catch(() => new Promise<null>((next) => setImmediate(next, null)));
  if (client === null) return;
  const ignore = (): void => undefined;
  client.on('error', ignore);
  try {
    await work(client);
    client.release();
  } catch {
    client.release(true);
  } finally {
    client.removeListener('error', ignore);
  }
}
