import type { Logger } from '@stepward/core';

/** The tenants whose events a sink does not take at present. They are one incident, of which the beginning and the end are logged. */
export interface SinkIncident {
  /** Returns how often it has failed in a row for the tenant. */
  failed(tenantId: string, events: number, reason: string): number;
  /** Nothing waits that it refused for the tenant: it was taken, or is gone. */
  ended(tenantId: string): void;
  /** Another worker publishes to the sink. */
  forget(): void;
}

export function createSinkIncident(
  { worker, logger }: { readonly worker: string; readonly logger: Logger },
  sink: string,
): SinkIncident {
  /** Failures in a row by tenant. */
  const failures = new Map<string, number>();

  return {
    failed(tenantId, events, reason) {
      if (failures.size === 0) {
        const line = { worker, sink, tenantId, events, reason };
        logger.warn(line, 'a sink takes no events: they wait, and are published again');
      }
      const count = (failures.get(tenantId) ?? 0) + 1;
      failures.set(tenantId, count);
      return count;
    },
    ended(tenantId) {
      if (failures.delete(tenantId) && failures.size === 0) {
        logger.info({ worker, sink }, 'the sink takes events again');
      }
    },
    forget: () => failures.clear(),
  };
}
