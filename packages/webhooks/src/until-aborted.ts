/**
 * Returns the result of `start`, or rejects with the signal's reason if the signal aborts first; a later result is
 * dropped. For work that does not listen to a signal, or not soon enough. Its listener is removed, so that a
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
