/**
 * Delivers, in a process of its own: as a worker, or by a bare loop of the same sender. Started by
 * `delivery-processes.ts`, with the database's URL as its argument; not imported.
 */
import type { WebhookRequest } from '@stepward/core/adapter';
import {
  createDeliveryWorker,
  createWebhookSender,
  noMetrics,
  type DeliveryWorker,
} from '@stepward/webhooks';
import { CONCURRENCY, type DeliveryOrder, type DeliveryReport } from './delivery-messages.js';
import { createProgress } from './progress.js';
import { openPool, stepwardOver, TARGETS } from './webhook-world.js';

const pool = openPool(process.argv[2] ?? '', 4);
const { outbox } = stepwardOver(pool);
const sender = createWebhookSender({ targets: TARGETS });
const progress = createProgress((count) => tell({ type: 'delivered', count }));
let requests: readonly WebhookRequest[] = [];
let worker: DeliveryWorker | null = null;

process.on('disconnect', () => {
  process.exit();
});
process.on('message', (order: DeliveryOrder) => {
  carryOut(order).catch((error: unknown) => tell({ type: 'failed', reason: String(error) }));
});

function tell(report: DeliveryReport): void {
  process.send?.(report);
}

async function carryOut(order: DeliveryOrder): Promise<void> {
  switch (order.type) {
    case 'keep':
      requests = order.requests;
      break;
    case 'post':
      await postAll();
      break;
    case 'work':
      worker = workerOf(order.perSubscriber);
      worker.start();
      return;
    case 'stop':
      await worker?.stop();
      break;
  }
  tell({ type: 'done' });
}

async function postAll(): Promise<void> {
  let next = 0;
  const loop = async (): Promise<void> => {
    for (let request = requests[next]; request !== undefined; request = requests[next]) {
      next += 1;
      const outcome = await sender.send(request);
      if (outcome.type === 'failed') throw new Error(outcome.reason);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
}

function workerOf(perSubscriber: number): DeliveryWorker {
  const metrics = {
    ...noMetrics,
    attempted({ result }: { readonly result: string }) {
      if (result === 'delivered') progress.add();
    },
  };
  return createDeliveryWorker({ outbox, sender, concurrency: CONCURRENCY, perSubscriber, metrics });
}
