import type { Logger } from '@stepward/core';

/**
 * The tenants whose events a sink does not take at present, for as long as one worker publishes to it. They are one incident. Its
 * beginning is logged, and its end: the sink takes events again, or the worker no longer publishes to it.
 */
export interface SinkIncident {
  /** Returns how often it has failed in a row for the tenant. */
  failed(tenantId: string, events: number, reason: string): number;
  /** Nothing waits that it refused for the tenant: it was taken, or is gone. */
  ended(tenantId: string): void;
  /** The worker no longer publishes to the sink: the results of calls that were under way begin no incident. */
  leave(): void;
}

export function createSinkIncident(
  { worker, logger }: { readonly worker: string; readonly logger: Logger },
  sink: string,
): SinkIncident {
  /** Failures in a row by tenant. */
  const failures = new Map<string, number>();
  let isLeft = false;

  return {
    failed(tenantId, events, reason) {
      const count = (failures.get(tenantId) ?? 0) + 1;
      if (isLeft) return count;
      if (failures.size === 0) {
        const line = { worker, sink, tenantId, events, reason };
        logger.warn(line, 'a sink takes no events: they wait, and are published again');
      }
      failures.set(tenantId, count);
      return count;
    },
    ended(tenantId) {
      if (failures.delete(tenantId) && failures.size === 0) {
        logger.info({ worker, sink }, 'the sink takes events again');
      }
    },
    leave() {
      if (failures.size > 0) {
        logger.info({ worker, sink }, 'a sink that takes no events is left to other workers');
      }
      failures.clear();
      isLeft = true;
    },
  };
}
