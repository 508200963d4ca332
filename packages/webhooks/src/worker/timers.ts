import type { Clock } from '@stepward/core';
import { untilAborted } from '../until-aborted.js';

/** Calls back after that many milliseconds by the clock. It does not keep the process alive. */
export function after(clock: Clock, ms: number, callback: () => void): void {
  clock.timeout(ms).addEventListener('abort', callback, { once: true });
}

/** Resolves after that many milliseconds by the clock. */
export function elapsed(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => after(clock, ms, resolve));
}

/** Rejects where there is no answer after that many milliseconds: a database that is frozen neither answers nor fails. */
export async function inTime<T>(clock: Clock, ms: number, call: () => Promise<T>): Promise<T> {
  const deadline = clock.timeout(ms);
  try {
    return await untilAborted(deadline, call);
  } catch (thrown) {
    if (!deadline.aborted) throw thrown;
    throw new Error(`there was no answer within ${String(ms / 1_000)} seconds`, { cause: thrown });
  }
}
