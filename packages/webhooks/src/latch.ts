/** Lets one loop wait for events from several sources. */
export interface Latch {
  /** Ends the current wait, or the next one if no caller waits. */
  open(): void;
  /** Resolves once the latch is opened or the signal aborts, and closes the latch again. */
  wait(signal?: AbortSignal): Promise<void>;
}

export function createLatch(): Latch {
  let isOpen = false;
  let resume: (() => void) | null = null;

  const untilResumed = (): Promise<void> =>
    new Promise((resolve) => {
      resume = resolve;
    });

  return {
    open() {
      isOpen = true;
      resume?.();
    },
    async wait(signal) {
      if (!isOpen && signal?.aborted !== true) {
        const resumed = untilResumed();
        const goOn = (): void => resume?.();
        signal?.addEventListener('abort', goOn, { once: true });
        await resumed;
        signal?.removeEventListener('abort', goOn);
      }
      resume = null;
      isOpen = false;
    },
  };
}
