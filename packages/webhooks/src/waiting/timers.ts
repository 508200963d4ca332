import type { Clock } from '@stepward/core';

/**
 * Returns the result of `start`, or rejects with the signal's reason if the signal aborts first; a later result is
 * dropped. For work that does not listen to a signal, or not soon enough. Its listener is removed, so a
 * long-lived signal does not keep the work in memory.
 */
export function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  // `Promise.race` would do as well, but takes several microseconds more for each attempt.
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const work = start();
    const onAbort = (): void => reject(signal.reason as Error);
    const ended = (): void => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).then(ended);
  });
}

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
