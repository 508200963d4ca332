/** Returns the answer; rejects once the signal aborts. A signal keeps its listeners, so the listener is removed. */
export function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(new Error('the host did not answer in time'));
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    void Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', giveUp);
      });
  });
}

/** The name of what a port of the host threw, for the log: its message may hold anything. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'thrown';
}
