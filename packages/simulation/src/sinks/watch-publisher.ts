import { type Logger, silentLogger } from '@stepward/core';
import type { WebhookMetrics } from '@stepward/webhooks';
import { noMetrics } from '@stepward/webhooks';
import type { Process } from '../kernel/process.js';

/** What the operators of living workers see of a sink. */
export interface PublisherWatch {
  /** The logger and the metrics of a worker. */
  of(process: Process): { readonly logger: Logger; readonly metrics: WebhookMetrics };
  /** Whether nothing waits by the metrics, and no incident goes on by the logs. */
  isQuiet(): boolean;
}

const BEGUN = 'a sink takes no events: they wait, and are published again';
const ENDS: readonly string[] = [
  'the sink takes events again',
  'a sink that takes no events is left to other workers',
];

export function watchPublishers(): PublisherWatch {
  const lags = new Map<Process, number>();
  /** The workers that have logged the beginning of an incident, and no end. */
  const incidents = new Set<Process>();

  return {
    of(process) {
      lags.set(process, 0);
      process.onDeath(() => lags.delete(process));
      const note = (_fields: object, message: string): void => {
        if (message === BEGUN) incidents.add(process);
        if (ENDS.includes(message)) incidents.delete(process);
      };
      return {
        logger: { ...silentLogger, info: note, warn: note },
        metrics: { ...noMetrics, sinkLag: (_sink, lagMs) => void lags.set(process, lagMs) },
      };
    },
    isQuiet: () =>
      [...incidents].every((process) => process.isDead()) &&
      [...lags.values()].every((lagMs) => lagMs === 0),
  };
}
