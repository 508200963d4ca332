import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DeliveryOrder } from './delivery-messages.js';

export function orderWorker(worker: ChildProcess, order: DeliveryOrder): void {
  worker.send(order);
}

/** Starts a process that is a worker until it is killed; it may end in any way. */
export function startWorkerProcess(databaseUrl: string): ChildProcess {
  const script = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
  const child = fork(script, [databaseUrl], { stdio: 'ignore' });
  orderWorker(child, { type: 'work', engine: 'stepward', perSubscriber: 256 });
  return child;
}
