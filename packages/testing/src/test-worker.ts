import type { Clock, Stepward } from '@stepward/core';
import type {
  DeliveryState,
  DueAttempt,
  Fence,
  MadeAttempt,
  PendingDelivery,
} from '@stepward/core/adapter';
import { listWaiting } from './list-waiting.js';

/** A delivery worker that a test drives by hand. It owns all shards, and sends nothing. */
export interface TestWorker {
  /** Holds all shards, and returns what the worker may write. */
  hold(): Promise<Fence>;
  /** Dispatches what was emitted: its deliveries are there afterwards. */
  dispatch(): Promise<void>;
  /** Dispatches what was emitted, ends what is over without an attempt, and returns the attempts that are due. */
  due(): Promise<readonly DueAttempt[]>;
  /** Stores attempts that all had this outcome, and ended now, and does what they ask for. Returns the states that were stored. */
  finish(
    attempts: readonly DueAttempt[],
    outcome: MadeAttempt['outcome'],
  ): Promise<readonly DeliveryState[]>;
}

/**
 * Creates a worker over `stepward.outbox`.
 *
 * @example
 * const worker = createTestWorker(stepward.outbox, clock);
 * const [attempt] = await worker.due();
 * assert.equal(attempt.request.headers['x-webhook-event'], 'user.deleted');
 * await worker.finish([attempt], { type: 'answered', status: 204, retryAfter: null, body: '' });
 */
export function createTestWorker(
  outbox: Stepward['outbox'],
  clock: Pick<Clock, 'now'>,
): TestWorker {
  const { queue } = outbox;

  async function hold(): Promise<Fence> {
    const request = { leaseMs: LEASE_MS, takes: 'share', release: [], oldestDueAt: null } as const;
    const { owned } = await queue.hold({ worker: WORKER, ...request });
    return { worker: WORKER, shards: owned };
  }

  async function dispatch(): Promise<void> {
    const fence = await hold();
    const { events } = await listWaiting(queue);
    await queue.dispatch(fence, events, { events: MANY, deliveries: MANY });
  }

  async function pending(): Promise<readonly PendingDelivery[]> {
    const { subscribers } = await listWaiting(queue);
    const windows = [false, true].flatMap((isLate) =>
      subscribers.map((subscriber) => ({ ...subscriber, isLate, after: null, limit: MANY })),
    );
    return (await queue.load(windows)).flat();
  }

  return {
    hold,
    dispatch,
    async due() {
      await dispatch();
      const deliveries = await pending();
      const now = clock.now();
      const due = deliveries.filter(({ dueAt }) => dueAt <= now);
      const opened = await outbox.open(due, now);
      const over = opened.filter((each) => each?.type === 'over');
      await outbox.finish(await hold(), over);
      return opened.flatMap((each) => (each?.type === 'due' && !isPaused(each, now) ? [each] : []));
    },
    async finish(attempts, outcome) {
      const ended = { outcome, finishedAt: clock.now(), pause: null };
      const made = attempts.map((attempt): MadeAttempt => ({ ...attempt, ...ended, type: 'made' }));
      const { states, actions } = await outbox.finish(await hold(), made);
      for (const action of actions) await outbox.act(action);
      return states.flatMap((state) => state ?? []);
    },
  };
}

function isPaused({ subscriber: { pausedUntil } }: DueAttempt, now: Date): boolean {
  return pausedUntil !== null && pausedUntil > now;
}

const WORKER = '00000000-0000-4000-8000-000000000001';

/** Milliseconds; longer than a test takes. */
const LEASE_MS = 3_600_000;

/** More than a test has of anything. */
const MANY = 100_000;
