import type { HostTransaction } from '@stepward/core';
import type { Client } from './client.js';
import type { Append, AppendEvent, DatabaseServer } from './database-server.js';
import type { Transaction } from './unit-of-work.js';

/** The transactions that events join: those of units of work, and those of the host itself. */
export interface HostTransactions extends Pick<DatabaseServer['memory'], 'transaction'> {
  /** Returns the handle of a unit of work. */
  ofUnit(tenantId: string, unit: Transaction): HostTransaction;
  append: AppendEvent;
}

export function createHostTransactions(
  { memory, open, record }: DatabaseServer,
  client: Client,
): HostTransactions {
  function handleOf(append: Append): HostTransaction {
    const handle: HostTransaction = {
      query: () => Promise.reject(new Error('the simulated storage runs no SQL')),
    };
    open.set(handle, append);
    return handle;
  }

  return {
    ofUnit(tenantId, unit) {
      return handleOf((...event) =>
        unit
          .execute({
            ...{ label: 'append', args: event, isRead: false, rows: [] },
            run: (stores, storage) => storage.appendEvent(stores.transaction, ...event),
          })
          .then(() => undefined),
      );
    },
    async append(handle, ...event) {
      const append = open.get(handle);
      if (append === undefined) return memory.appendEvent(handle, ...event);
      await append(...event);
      return 'appended';
    },
    async transaction(work) {
      const events: Parameters<Append>[] = [];
      const handle = handleOf((...event) => client.call('append', () => void events.push(event)));
      try {
        const done = await work(handle);
        await client.call('commit', async () => {
          await memory.transaction(async (tx) => {
            for (const event of events) await memory.appendEvent(tx, ...event);
          });
          record({ type: 'transaction', events });
        });
        return done;
      } finally {
        open.delete(handle);
      }
    },
  };
}
