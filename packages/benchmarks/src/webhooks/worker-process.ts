import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DeliveryOrder, DeliveryReport, Engine } from './delivery-messages.js';

export function orderWorker(worker: ChildProcess, order: DeliveryOrder): void {
  worker.send(order);
}

/** Starts a process that delivers until it is killed; it may end in any way. */
export function startWorkerProcess(databaseUrl: string, engine: Engine = 'stepward'): ChildProcess {
  const script = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
  const child = fork(script, [databaseUrl], { stdio: 'ignore' });
  orderWorker(child, { type: 'work', engine });
  return child;
}

/** The processor time that a worker has used so far, in milliseconds. */
export async function cpuMsOf(worker: ChildProcess): Promise<number> {
  orderWorker(worker, { type: 'usage' });
  for (;;) {
    const [report] = (await once(worker, 'message')) as [DeliveryReport];
    if (report.type === 'done') return report.cpuMs;
  }
}
