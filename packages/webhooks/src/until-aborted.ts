/**
 * What `start` gives, unless the signal aborts before: then it rejects with the signal's reason, and whatever
 * comes later is dropped. For what does not listen to a signal, or not soon enough. The signal is left as it
 * was: one that lasts longer than the work keeps nothing of it alive.
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
