import type { Result } from '@stepward/core';
import {
  type DeliveryQueue,
  requireTenantId,
  type UnitOfWorkScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import type { Client } from './client.js';
import type { DatabaseServer } from './database-server.js';
import { connectDecide } from './decide.js';
import { createHostTransactions } from './host-transactions.js';
import { storesOfStatements } from './statements.js';
import type { QueueMethod } from './storage-call.js';
import { beginTransaction } from './unit-of-work.js';

/** Returns the storage as one process uses it. Each statement, commit and read of the queue is a call of the process. */
export function connect(server: DatabaseServer, client: Client): MemoryStorage {
  const { memory, record } = server;
  const hosts = createHostTransactions(server, client);

  async function run<T, E>(
    scope: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
    const { tenantId, lock, whenBusy = 'refuse' } = scope;
    requireTenantId(tenantId);
    const unit = beginTransaction(server, client, tenantId);
    client.onDeath(() => unit.end());
    try {
      await unit.lock([lock ?? []].flat(), whenBusy);
      const transaction = hosts.ofUnit(tenantId, unit);
      const done = await work({
        ...storesOfStatements((statement) => unit.execute(statement)),
        transaction,
      });
      const ended = { type: 'unit', scope, statements: unit.executed } as const;
      if (done.isOk()) await unit.commit(() => record({ ...ended, isCommitted: true }));
      else record({ ...ended, isCommitted: false });
      return done;
    } finally {
      unit.end();
    }
  }

  return {
    ready: () => client.call('ready', () => memory.ready()),
    run,
    decide: connectDecide(server, client),
    lookUp: (kind, by) =>
      client.call(`look up ${kind}`, async () => {
        const answer = await memory.lookUp(kind, by);
        record({ type: 'lookUp', kind, by, answer });
        return answer;
      }),
    appendEvent: (handle, ...event) => hosts.append(handle, ...event),
    purge: (expiry) => client.call('purge', () => memory.purge(expiry)),
    transaction: (work) => hosts.transaction(work),
    emitted: (tenantId) => memory.emitted(tenantId),
    queue: connectQueue(server, client),
  };
}

/** Each call is a transaction of its own. */
function connectQueue(
  { memory: { queue }, record }: DatabaseServer,
  client: Client,
): DeliveryQueue {
  function called<Method extends QueueMethod>(method: Method): DeliveryQueue[Method] {
    const run = queue[method] as (...args: readonly unknown[]) => Promise<unknown>;
    const recorded = (...args: readonly unknown[]): Promise<unknown> =>
      client.call(`queue.${method}`, async () => {
        const answer = await run(...args);
        record({ type: 'queue', method, args, answer });
        return answer;
      });
    return recorded as DeliveryQueue[Method];
  }

  return {
    hold: called('hold'),
    arrivals: called('arrivals'),
    waiting: called('waiting'),
    load: called('load'),
    dispatch: called('dispatch'),
    open: called('open'),
    finish: called('finish'),
    queueState: called('queueState'),
    listen: (worker, onNews, onLost) =>
      client.call('queue.listen', async () => {
        const tell = (news: Parameters<typeof onNews>[0]): void => {
          client.call('news', () => news).then(onNews, () => onNews(news));
        };
        const listening = await queue.listen(worker, tell, onLost);
        client.onDeath(() => void listening?.close());
        return listening;
      }),
  };
}
