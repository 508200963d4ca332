import type { DeliveryQueue } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import type { SweepContext } from '../maintenance/purge-until.js';
import { dispatchEvents } from '../outbox/dispatch-events.js';
import { readArrivals } from './arrivals.js';
import { finishDeliveries } from './finish-deliveries.js';
import { holdShards } from './hold-shards.js';
import { createQueueListeners } from './listen.js';
import { loadWindows } from './load-windows.js';
import type { QueueSchema } from './news.js';
import { openDeliveries } from './open-deliveries.js';
import { queueState } from './queue-state.js';
import { queueTransactions } from './queue-transaction.js';
import { waitingList } from './waiting-list.js';

export interface DeliveryQueueOptions extends QueueSchema {
  /** Whether statements are prepared. */
  readonly prepare: boolean;
}

/** The events and deliveries of all tenants. Each call is a transaction of plain statements. */
export function postgresDeliveryQueue(
  context: SweepContext,
  { prepare, ...target }: DeliveryQueueOptions,
): DeliveryQueue {
  const schema = quoteIdentifier(target.schemaName);
  const transact = queueTransactions(context, prepare);
  const listeners = createQueueListeners(context, target.schemaName);
  return {
    hold: holdShards(target, transact, listeners),
    arrivals: readArrivals(schema, transact),
    waiting: waitingList(schema, transact),
    load: loadWindows(schema, transact),
    dispatch: dispatchEvents(target, transact),
    open: openDeliveries(schema, transact),
    finish: finishDeliveries(target, transact),
    queueState: queueState(schema, transact, context.clockCheck),
    listen: listeners.listen,
  };
}
