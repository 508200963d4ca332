import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WebhookRequest } from '@stepward/core/adapter';
import type { DeliveryOrder, DeliveryReport } from './delivery-messages.js';

/** Processes that deliver. */
export interface DeliveryProcesses {
  /** Deals requests out to so many of the processes, for bare loops. */
  deal(processes: number, requests: readonly WebhookRequest[]): Promise<void>;
  /** Lets so many of them post what they were dealt; the milliseconds until the last is done. */
  post(processes: number): Promise<number>;
  /** Lets so many of them work until so many deliveries are stored as delivered; the milliseconds. */
  work(processes: number, deliveries: number, perSubscriber: number): Promise<number>;
  /** Lets them finish what is under way, and take nothing more. */
  rest(processes: number): Promise<void>;
  stop(): void;
}

export function startDeliveryProcesses(count: number, databaseUrl: string): DeliveryProcesses {
  const script = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
  const children = Array.from({ length: count }, () => fork(script, [databaseUrl]));

  const orderAll = async (processes: number, order: DeliveryOrder): Promise<void> => {
    await Promise.all(children.slice(0, processes).map((child) => carryOut(child, order)));
  };

  return {
    async deal(processes, requests) {
      const share = (index: number): readonly WebhookRequest[] =>
        requests.filter((_, position) => position % processes === index);
      await Promise.all(
        children
          .slice(0, processes)
          .map((child, index) => carryOut(child, { type: 'keep', requests: share(index) })),
      );
    },
    async post(processes) {
      const started = performance.now();
      await orderAll(processes, { type: 'post' });
      return performance.now() - started;
    },
    async work(processes, deliveries, perSubscriber) {
      const started = performance.now();
      let left = deliveries;
      await listen(children.slice(0, processes), { type: 'work', perSubscriber }, (report) => {
        if (report.type === 'delivered') left -= report.count;
        return left <= 0;
      });
      return performance.now() - started;
    },
    rest: (processes) => orderAll(processes, { type: 'stop' }),
    stop() {
      for (const child of children) child.disconnect();
    },
  };
}

async function carryOut(child: ChildProcess, order: DeliveryOrder): Promise<void> {
  await listen([child], order, ({ type }) => type === 'done');
}

/** Sends the order to all, and resolves once one of their reports was what is waited for. */
function listen(
  children: readonly ChildProcess[],
  order: DeliveryOrder,
  isAwaited: (report: DeliveryReport) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      for (const child of children) child.off('message', hear).off('exit', gone);
    };
    const hear = (report: DeliveryReport): void => {
      if (report.type === 'failed') reject(new Error(report.reason));
      else if (!isAwaited(report)) return;
      else resolve();
      end();
    };
    const gone = (code: number | null): void => {
      end();
      reject(new Error(`a delivery process ended with ${String(code)}`));
    };
    for (const child of children) {
      child.on('message', hear).on('exit', gone);
      child.send(order);
    }
  });
}
