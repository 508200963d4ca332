import type { Clock } from '@stepward/core';

/** Calls back after that many milliseconds by the clock. It does not keep the process alive. */
export function after(clock: Clock, ms: number, callback: () => void): void {
  clock.timeout(ms).addEventListener('abort', callback, { once: true });
}

/** Resolves after that many milliseconds by the clock. */
export function elapsed(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => after(clock, ms, resolve));
}
