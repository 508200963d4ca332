import {
  createDeliveryWorker,
  createWebhookSender,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  type WebhookSenderOptions,
} from '@stepward/webhooks';
import type { FixedClock } from '@stepward/testing';
import { onTestFinished } from 'vitest';
import type { World } from '../../harness/world.js';
import { LOOPBACK, resolveToLoopback } from './loopback.js';

export interface WorkerParts {
  /** A clock for the sender alone: its deadlines then do not come with the world's; the world's by default. */
  readonly senderClock?: FixedClock;
  readonly sender?: WebhookSenderOptions;
  readonly worker?: Partial<DeliveryWorkerOptions>;
}

/** A worker with the real sender, by the world's clock; both end with the test. */
export function openWorker(
  { stepward, clock }: Pick<World, 'stepward' | 'clock'>,
  { senderClock = clock, sender: senderOptions = {}, worker: options = {} }: WorkerParts = {},
): DeliveryWorker {
  const sender = createWebhookSender({
    targets: LOOPBACK,
    resolve: resolveToLoopback,
    clock: senderClock,
    ...senderOptions,
  });
  const worker = createDeliveryWorker({
    outbox: stepward.outbox,
    sender,
    purgeMs: null,
    clock,
    ...options,
  });
  onTestFinished(async () => {
    const stopped = worker.stop();
    // Whatever a failed test left waiting is over.
    for (const each of new Set([clock, senderClock])) each.advance(60_000);
    await stopped;
    await sender.close();
  });
  return worker;
}
