import type { Stepward } from '@stepward/core';
import type { WebhookRequest } from '@stepward/core/adapter';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { TARGETS } from './webhook-world.js';

/** Delivers what is due, and gives the very requests that were sent. */
export async function recordRequests(stepward: Stepward): Promise<readonly WebhookRequest[]> {
  const requests: WebhookRequest[] = [];
  const sender = createWebhookSender({ targets: TARGETS });
  const recording = {
    send(request: WebhookRequest) {
      requests.push(request);
      return sender.send(request);
    },
  };
  const worker = createDeliveryWorker({
    outbox: stepward.outbox,
    sender: recording,
    perSubscriber: 64,
  });
  await worker.runOnce();
  await sender.close();
  return requests;
}
