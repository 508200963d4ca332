/**
 * What `start` gives, unless the signal aborts before: then it rejects with the signal's reason, and whatever
 * comes later is dropped. For what does not listen to a signal, or not soon enough.
 */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  return Promise.race([start(), aborted]);
}
