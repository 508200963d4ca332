import type { Clock, Logger } from '@stepward/core';
import { describeError } from '../logging.js';
import { oncePerMinute, type RequestCount } from '@stepward/core/adapter';

/** Maximum wait for a remote store in milliseconds. */
const PATIENCE_MS = 500;

/** Milliseconds during which a store that timed out is not called, so no queue builds up in it. */
const REST_MS = 1_000;

export interface StoreGuardOptions {
  /** Whether the wait for the store has a timeout. */
  readonly remote: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Calls a store; returns null if it failed or took too long. */
export type AskStore = (ask: () => Promise<RequestCount>) => Promise<RequestCount | null>;

/** Wraps a store that may fail: it bounds the wait, and logs failures once a minute. */
export function createStoreGuard({ remote, clock, logger }: StoreGuardOptions): AskStore {
  const mayLog = oncePerMinute(clock);
  let restsUntil = -Infinity;

  function fail(error: unknown): null {
    if (error === OVERDUE) restsUntil = clock.now().getTime() + REST_MS;
    if (mayLog()) {
      logger.error({ error: describeError(error) }, 'the store of the request limits failed');
    }
    return null;
  }

  return async (ask) => {
    if (clock.now().getTime() < restsUntil) return fail(RESTING);
    try {
      return await (remote ? inTime(ask(), clock.timeout(PATIENCE_MS)) : ask());
    } catch (error) {
      return fail(error);
    }
  };
}

const OVERDUE = new Error(`no answer within ${String(PATIENCE_MS)} ms`);
const RESTING = new Error('the store did not answer in time before');

/** A late result or failure is ignored. */
function inTime<T>(answer: Promise<T>, deadline: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(OVERDUE);
    };
    deadline.addEventListener('abort', giveUp, { once: true });
    const done = (): void => {
      deadline.removeEventListener('abort', giveUp);
    };
    answer.finally(done).then(resolve, reject);
  });
}
