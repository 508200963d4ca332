import { type DeliveryQueue, type LocalNews, msBetween } from '@stepward/core/adapter';
import type { Connection } from '../connection/index.js';
import { arrivalsSince } from './arrivals.js';
import { dispatchEvents } from './dispatch.js';
import { finishDeliveries } from './finish-deliveries.js';
import { knownHandlers } from './handlers.js';
import { openDeliveries } from './open-deliveries.js';
import { countQueue } from './queue-counts.js';
import { fenced, holdShards, oldestDueAt } from './shards.js';
import { loadWindow, waitingPage } from './waiting.js';

/** The deliveries of all tenants. Each call is one transaction. */
export function createDeliveryQueue(connection: Connection, news: LocalNews): DeliveryQueue {
  return {
    async hold(request) {
      const { hasReleased, ...held } = await connection.transact((sql) => holdShards(sql, request));
      if (hasReleased) news.tell('shards');
      return held;
    },
    arrivals: (shards, after, limit) =>
      connection.transact((sql) => arrivalsSince(sql, shards, after, limit)),
    waiting: (shards, after, limit) =>
      connection.transact((sql) => waitingPage(sql, shards, after, limit)),
    load: (windows) =>
      connection.transact((sql) => windows.map((window) => loadWindow(sql, window))),
    dispatch: (fence, from, limit) =>
      connection.transact((sql) => {
        const { ours, lost } = fenced(sql, fence, from);
        return { ...dispatchEvents(sql, ours, limit), lost };
      }),
    open: (deliveries) => connection.transact((sql) => openDeliveries(sql, deliveries)),
    finish: (fence, finished) =>
      connection.transact((sql) => {
        const { ours, lost } = fenced(sql, fence, finished);
        const { stored, failing, freed } = finishDeliveries(sql, ours);
        return { stored: finished.map((each) => stored.has(each)), failing, freed, lost };
      }),
    queueState: (now, counting) =>
      connection.transact((sql) => {
        const oldest = oldestDueAt(sql);
        const lagMs = oldest === null ? 0 : Math.max(0, msBetween(oldest, now));
        const counts = counting && countQueue(sql, now, counting);
        return { lagMs, handlers: knownHandlers(sql), counts };
      }),
    listen: async (_worker, onNews) => news.listen(onNews),
  };
}
