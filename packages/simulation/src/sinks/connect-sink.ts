import type { EventSink } from '@stepward/core';
import type { Process } from '../kernel/process.js';
import type { MessageLog } from './message-log.js';

/** Returns the sink as one process has it. The events of a tenant must be published one call after the other. */
export function connectSink(
  log: Pick<MessageLog, 'take'>,
  process: Process,
  violate: (message: string) => void,
): EventSink {
  const underWay = new Map<string, AbortSignal>();

  return {
    async publish(events, signal) {
      const tenantId = events[0]?.tenantId ?? '';
      if (underWay.get(tenantId)?.aborted === false)
        violate(`${tenantId} is published twice at once`);
      underWay.set(tenantId, signal);
      try {
        const taken = await process.call('publish', () => log.take(events, signal));
        if (taken === 'unanswered') await new Promise(() => undefined);
      } finally {
        if (underWay.get(tenantId) === signal) underWay.delete(tenantId);
      }
    },
  };
}
