import type { Clock } from '@stepward/core';
import type { DeliveryQueue, WebhookSender } from '@stepward/core/adapter';
import type { PostgresPool } from '@stepward/postgres';
import { createDeliveryWorker } from '@stepward/webhooks';
import { crashStepward } from './crash-stepward.js';
import { workerSettings } from './settings.js';

/**
 * How a worker ends at a call of its storage: killed before the call reaches storage, killed once storage has committed it, or
 * frozen before it, to go on later.
 */
export const ENDS = ['killed before', 'killed after', 'frozen before'] as const;

/** A worker that ends as a process does: it receives no answer any more, and nothing that it calls is done. */
export interface MortalWorker {
  /** Runs until nothing is due, or it ends. Returns where it ended; null where it lives. */
  run(): Promise<string | null>;
  /** Lets a frozen one go on until nothing is due; of others nothing. */
  thaw(): Promise<void>;
}

export interface MortalWorkerOptions {
  readonly pool: PostgresPool;
  readonly clock: Clock;
  readonly sender: WebhookSender;
  /** The call at which it ends, from 1. */
  readonly nth: number;
  readonly end: (typeof ENDS)[number];
}

type Call = (...parameters: readonly unknown[]) => Promise<unknown>;

export function createMortalWorker(options: MortalWorkerOptions): MortalWorker {
  const { pool, clock, nth, end } = options;
  const ended = signal<string>();
  const thawed = signal<null>();
  let [isDown, hasEnded] = [false, false];
  let calls = 0;

  function goDown(name: string): Promise<null> {
    [isDown, hasEnded] = [true, true];
    ended.give(`${end} ${name}`);
    return thawed.given;
  }

  async function whileUp<T>(work: () => Promise<T>): Promise<T> {
    if (isDown) await thawed.given;
    const result = await work();
    if (isDown) await thawed.given;
    return result;
  }

  const mortal =
    (name: string, call: Call): Call =>
    async (...parameters) => {
      calls += 1;
      const isLast = calls === nth;
      if (isLast && end !== 'killed after') await goDown(name);
      const answer = await whileUp(() => call(...parameters));
      if (isLast && end === 'killed after') await goDown(name);
      return answer;
    };

  function around(queue: DeliveryQueue): DeliveryQueue {
    const calls = Object.entries(queue) as readonly (readonly [string, Call])[];
    const mortals = calls.map(([name, call]) => [name, mortal(name, call)] as const);
    return Object.fromEntries(mortals) as unknown as DeliveryQueue;
  }

  const { outbox } = crashStepward(pool, clock, around);
  const sender: WebhookSender = { send: (request) => whileUp(() => options.sender.send(request)) };
  const worker = createDeliveryWorker({ ...workerSettings, outbox, sender, clock });
  let running = Promise.resolve();
  return {
    run() {
      // After its lease has ended a worker may say so; it is over in any case.
      running = worker.runOnce().catch((thrown: unknown) => {
        if (!hasEnded) throw thrown;
      });
      return Promise.race([ended.given, running.then(() => null)]);
    },
    async thaw() {
      if (!isDown || end !== 'frozen before') return;
      isDown = false;
      thawed.give(null);
      await running;
    },
  };
}

/** A promise, and what resolves it. */
function signal<T>(): { readonly given: Promise<T>; give(value: T): void } {
  let give: (value: T) => void = () => undefined;
  const given = new Promise<T>((resolve) => (give = resolve));
  return { given, give: (value) => give(value) };
}
