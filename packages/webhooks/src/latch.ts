/** Lets one loop wait for whatever may happen, from wherever it happens. */
export interface Latch {
  /** Ends the current wait, or the next one where nobody waits. */
  open(): void;
  /** Resolves once somebody has opened the latch, or the signal aborts; it is shut again from then on. */
  wait(signal?: AbortSignal): Promise<void>;
}

export function createLatch(): Latch {
  let isOpen = false;
  let resume: (() => void) | null = null;

  const open = (): void => {
    isOpen = true;
    resume?.();
  };

  return {
    open,
    async wait(signal) {
      if (!isOpen && signal?.aborted !== true) {
        await new Promise<void>((resolve) => {
          resume = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      }
      resume = null;
      isOpen = false;
    },
  };
}
