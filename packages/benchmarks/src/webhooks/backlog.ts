import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryProcesses } from './delivery-processes.js';
import { emitTogether, type Host } from './emit.js';

/** Until workers that were started or stopped have shared out the queue among them; no lease is longer. */
const SETTLE_MS = 20_000;

/** Starts or wakes so many workers, and lets those that were started take their share of the queue. */
export async function settle(workers: DeliveryProcesses, processes: number): Promise<void> {
  workers.work(processes, 'stepward');
  await sleep(SETTLE_MS);
}

export interface Backlog {
  /** The tenants of the events, in turn. */
  readonly tenants: readonly string[];
  readonly deliveries: number;
}

/**
 * Emits a backlog in one transaction, while the workers wait for it; the milliseconds from sending its commit until all is
 * delivered.
 */
export async function workOff(
  host: Host,
  workers: DeliveryProcesses,
  processes: number,
  { tenants, deliveries }: Backlog,
): Promise<number> {
  const delivered = workers.delivered(processes, deliveries);
  let started = 0;
  await emitTogether(host, tenants, () => {
    started = performance.now();
  });
  workers.work(processes, 'stepward');
  await delivered;
  return performance.now() - started;
}
