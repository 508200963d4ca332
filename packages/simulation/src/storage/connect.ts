import { err, type Result } from '@stepward/core';
import {
  type Decided,
  type DecisionFacts,
  type DecisionScope,
  type DeliveryQueue,
  decisionScope,
  requireTenantId,
  type UnitOfWorkScope,
  type WebhookStores,
} from '@stepward/core/adapter';
import type { MemoryStorage } from '@stepward/testing';
import type { Client } from './client.js';
import type { DatabaseServer } from './database-server.js';
import { createHostTransactions } from './host-transactions.js';
import { storesOfStatements } from './statements.js';
import { beginTransaction } from './unit-of-work.js';

/** Returns the storage as one process uses it. Each statement, commit and read of the queue is a call of the process. */
export function connect(server: DatabaseServer, client: Client): MemoryStorage {
  const { memory } = server;
  const hosts = createHostTransactions(server, client);

  async function run<T, E>(
    { tenantId, lock, whenBusy = 'refuse' }: UnitOfWorkScope,
    work: (stores: WebhookStores) => Promise<Result<T, E>>,
  ): Promise<Result<T, E>> {
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
      if (done.isOk()) await unit.commit();
      return done;
    } finally {
      unit.end();
    }
  }

  return {
    ready: () => client.call('ready', () => memory.ready()),
    run,
    decide: (scope, decision) => decide(server, client, scope, decision),
    lookUp: (kind, by) => client.call(`look up ${kind}`, () => memory.lookUp(kind, by)),
    appendEvent: (handle, ...event) => hosts.append(handle, ...event),
    purge: (expiry) => client.call('purge', () => memory.purge(expiry)),
    transaction: (work) => hosts.transaction(work),
    emitted: (tenantId) => memory.emitted(tenantId),
    queue: connectQueue(memory.queue, client),
  };
}

/**
 * One statement reads, and one stores where nothing has changed meanwhile. Otherwise the decision is made again, under the
 * locks: here it always is.
 */
async function decide<T, E>(
  server: DatabaseServer,
  client: Client,
  scope: DecisionScope,
  decision: (facts: DecisionFacts) => Result<Decided<T, E>, E>,
): Promise<Result<T, E>> {
  requireTenantId(scope.tenantId);
  const { memory } = server;
  const judged = await client.call('decide: read', async () => {
    const undone = await memory.decide<never, Result<Decided<T, E>, E>>(scope, (facts) =>
      err(decision(facts)),
    );
    return undone.isErr() ? undone.error : null;
  });
  if (judged?.isErr() === true) return err(judged.error);
  const unit = beginTransaction(server, client, scope.tenantId);
  client.onDeath(() => unit.end());
  try {
    const { lock, whenBusy = 'refuse' } = decisionScope(scope);
    return await unit.alone([lock].flat(), whenBusy, 'decide: write', () =>
      memory.decide(scope, decision),
    );
  } finally {
    unit.end();
  }
}

/** Each call is a transaction of its own. */
function connectQueue(queue: DeliveryQueue, client: Client): DeliveryQueue {
  return {
    hold: (request) => client.call('queue.hold', () => queue.hold(request)),
    arrivals: (...from) => client.call('queue.arrivals', () => queue.arrivals(...from)),
    waiting: (...from) => client.call('queue.waiting', () => queue.waiting(...from)),
    load: (windows) => client.call('queue.load', () => queue.load(windows)),
    dispatch: (...events) => client.call('queue.dispatch', () => queue.dispatch(...events)),
    open: (deliveries) => client.call('queue.open', () => queue.open(deliveries)),
    finish: (...finished) => client.call('queue.finish', () => queue.finish(...finished)),
    queueState: (...of) => client.call('queue.queueState', () => queue.queueState(...of)),
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
