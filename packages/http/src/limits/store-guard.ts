import type { Clock, Logger } from '@stepward/core';
import { describeError } from '../logging.js';
import { oncePerMinute, type RequestCount } from '@stepward/core/adapter';

/** Maximum wait for a remote store in milliseconds. */
const PATIENCE_MS = 500;

/** Milliseconds during which a store that timed out is not called, so no queue builds up in it. */
const REST_MS = 1_000;

/** One request that a remote store was to count. */
export interface CountMeasurement {
  /** Milliseconds. */
  readonly durationMs: number;
  /**
   * Null if the store counted it. `timed_out`: no answer within 500 ms. `not_called`: for a second after that. `store_failed`: the
   * store threw, and the log says what.
   */
  readonly failure: 'timed_out' | 'not_called' | 'store_failed' | null;
}

/** Receives the metrics of a remote store. */
export interface RequestLimitMetrics {
  /** An error that it throws is dropped. */
  counted(measurement: CountMeasurement): void;
}

export interface StoreGuardOptions {
  /** Whether the wait for the store has a timeout, and is measured. */
  readonly remote: boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: RequestLimitMetrics | null;
}

/** Calls a store; returns null if it failed or took too long. */
export type AskStore = (ask: () => Promise<RequestCount>) => Promise<RequestCount | null>;

/** Wraps a store that may fail: it bounds the wait, measures it, and logs failures once a minute, and once when they are over. */
export function createStoreGuard(options: StoreGuardOptions): AskStore {
  const { remote, clock, logger, metrics } = options;
  const mayLog = oncePerMinute(clock);
  let restsUntil = -Infinity;
  let isLogged = false;

  function measure(since: number, failure: CountMeasurement['failure']): void {
    if (!remote || metrics === null) return;
    try {
      metrics.counted({ durationMs: performance.now() - since, failure });
    } catch {
      // Requests are counted in any case.
    }
  }

  function succeed(since: number): void {
    measure(since, null);
    if (isLogged) logger.info({}, 'the store of the request limits can be used again');
    isLogged = false;
  }

  function fail(error: unknown, since: number): null {
    if (error === OVERDUE) restsUntil = clock.now().getTime() + REST_MS;
    measure(since, FAILURES.get(error) ?? 'store_failed');
    if (mayLog()) {
      isLogged = true;
      logger.error({ error: describeError(error) }, 'the store of the request limits failed');
    }
    return null;
  }

  /** Not where the clock was set back. */
  function isResting(): boolean {
    const restMs = restsUntil - clock.now().getTime();
    return restMs > 0 && restMs <= REST_MS;
  }

  return async (ask) => {
    const since = performance.now();
    if (isResting()) return fail(RESTING, since);
    try {
      const count = await (remote ? inTime(ask(), clock.timeout(PATIENCE_MS)) : ask());
      succeed(since);
      return count;
    } catch (error) {
      return fail(error, since);
    }
  };
}

const OVERDUE = new Error(`no answer within ${String(PATIENCE_MS)} ms`);
const RESTING = new Error('the store did not answer in time before');
const FAILURES: ReadonlyMap<unknown, CountMeasurement['failure']> = new Map([
  [OVERDUE, 'timed_out'],
  [RESTING, 'not_called'],
]);

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
