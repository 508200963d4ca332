import { type Logger, silentLogger } from '@stepward/core';
import type { WebhookMetrics } from '@stepward/webhooks';
import { noMetrics } from '@stepward/webhooks';
import type { Process } from '../kernel/process.js';

/** What the operators of living workers see of a sink. */
export interface PublisherWatch {
  /** The logger and the metrics of a worker. */
  of(process: Process): { readonly logger: Logger; readonly metrics: WebhookMetrics };
  /** Takes note that a worker publishes from now on: it knows nothing of an incident before. */
  taken(worker: string): void;
  /** Whether nothing waits by the metrics, and no incident goes on by the log of the worker that publishes. */
  isQuiet(publishing: string | null): boolean;
}

const BEGUN = 'a sink takes no events: they wait, and are published again';
const ENDED = 'the sink takes events again';

export function watchPublishers(): PublisherWatch {
  const lags = new Map<Process, number>();
  /** The workers, by their names, of which the last line says that the sink takes no events. */
  const incidents = new Set<string>();

  function note(fields: object, message: string): void {
    const { worker } = fields as { readonly worker: string };
    if (message === BEGUN) incidents.add(worker);
    if (message === ENDED) incidents.delete(worker);
  }

  return {
    of(process) {
      lags.set(process, 0);
      process.onDeath(() => lags.delete(process));
      return {
        logger: { ...silentLogger, info: note, warn: note },
        metrics: { ...noMetrics, sinkLag: (_sink, lagMs) => void lags.set(process, lagMs) },
      };
    },
    taken: (worker) => void incidents.delete(worker),
    isQuiet(publishing) {
      const isIncident = publishing !== null && incidents.has(publishing);
      return !isIncident && [...lags.values()].every((lagMs) => lagMs === 0);
    },
  };
}
