/**
 * Returns the result of `start`, or rejects with the signal's reason if the signal aborts first; a later result is
 * dropped. For work that does not listen to a signal, or not soon enough. Its listener is removed, so that a
 * long-lived signal does not keep the work in memory.
 */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([start(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
