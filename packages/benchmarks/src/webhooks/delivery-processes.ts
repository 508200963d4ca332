import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WebhookRequest } from '@stepward/core/adapter';
import {
  CONCURRENCY,
  type DeliveryOrder,
  type DeliveryReport,
  type Engine,
} from './delivery-messages.js';

/** Processes that deliver. */
export interface DeliveryProcesses {
  /** Deals requests out to so many of the processes, for bare loops. */
  deal(processes: number, requests: readonly WebhookRequest[]): Promise<void>;
  /** Lets so many of them post what they were dealt; the milliseconds until the last is done. */
  post(processes: number): Promise<number>;
  /** Lets so many of them work until they are told to rest. Those that work already look for work at once. */
  work(processes: number, engine: Engine): void;
  /** Resolves once so many of them have stored so many deliveries as delivered, from now on. */
  delivered(processes: number, deliveries: number): Promise<void>;
  /** Lets them finish what is under way, and take nothing more. */
  rest(processes: number): Promise<void>;
  /** Milliseconds of processor time that the first `processes` of them have used so far. */
  cpuMs(processes: number): Promise<number>;
  stop(): void;
}

/** @param perSubscriber attempts of a worker at once to one subscriber; by default as many as it makes at all */
export function startDeliveryProcesses(
  count: number,
  databaseUrl: string,
  perSubscriber = CONCURRENCY,
): DeliveryProcesses {
  const script = fileURLToPath(new URL('delivery-process.ts', import.meta.url));
  const children = Array.from({ length: count }, () =>
    fork(script, [databaseUrl, String(perSubscriber)]),
  );

  const orderAll = (processes: number, order: DeliveryOrder): Promise<readonly number[]> =>
    Promise.all(children.slice(0, processes).map((child) => carryOut(child, order)));

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
    work(processes, engine) {
      for (const child of children.slice(0, processes)) send(child, { type: 'work', engine });
    },
    async delivered(processes, deliveries) {
      let left = deliveries;
      await heard(children.slice(0, processes), (report) => {
        if (report.type === 'delivered') left -= report.count;
        return left <= 0;
      });
    },
    async rest(processes) {
      await orderAll(processes, { type: 'stop' });
    },
    async cpuMs(processes) {
      const used = await orderAll(processes, { type: 'usage' });
      return used.reduce((sum, ms) => sum + ms, 0);
    },
    stop() {
      for (const child of children) child.disconnect();
    },
  };
}

function send(child: ChildProcess, order: DeliveryOrder): void {
  child.send(order);
}

/** The processor time that the child has used once the order is carried out, in milliseconds. */
async function carryOut(child: ChildProcess, order: DeliveryOrder): Promise<number> {
  let cpuMs = 0;
  const done = heard([child], (report) => {
    if (report.type === 'done') ({ cpuMs } = report);
    return report.type === 'done';
  });
  send(child, order);
  await done;
  return cpuMs;
}

/** Resolves once one of their reports is what is waited for. */
function heard(
  children: readonly ChildProcess[],
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
    for (const child of children) child.on('message', hear).on('exit', gone);
  });
}
