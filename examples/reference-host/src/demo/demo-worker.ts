import type { Logger, Stepward } from '@stepward/core';
import { createDeliveryWorker, createWebhookSender, type TargetOptions } from '@stepward/webhooks';
import type { DemoClock } from './demo-clock.js';

/**
 * The demo lets webhooks go to this machine over http, so that there is a subscriber to send to; no other target is
 * allowed.
 */
export const demoTargets: TargetOptions = {
  allow: ['127.0.0.1/32'],
  allowHttp: ['127.0.0.1/32'],
};

/** Short, because a demo should be quick. */
const POLL_MS = 100;

/** The delivery worker, which can be stopped and started while the host runs. */
export interface DemoWorker {
  setRunning(running: boolean): Promise<void>;
  /** Looks for due deliveries now. */
  wake(): void;
  /** Stops it for good, with its connections. */
  close(): Promise<void>;
}

export function startDemoWorker(
  { outbox }: Stepward,
  clock: DemoClock,
  logger: Logger,
): DemoWorker {
  const sender = createWebhookSender({ targets: demoTargets, clock });
  const worker = createDeliveryWorker({ outbox, sender, pollMs: POLL_MS, clock, logger });
  worker.start();
  return {
    async setRunning(running) {
      if (running) worker.start();
      else await worker.stop();
    },
    wake: () => worker.wake(),
    async close() {
      await worker.stop();
      await sender.close();
    },
  };
}
