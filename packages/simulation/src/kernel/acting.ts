import { isStorageBusy, isStorageUnavailable } from '@stepward/core';
import type { Process } from './process.js';
import type { Simulation } from './simulation.js';

export interface Acting {
  /** Whether nothing more is begun. */
  readonly isCalm: () => boolean;
  /** Milliseconds until the next action. */
  readonly pauseMs: () => number;
  readonly act: () => Promise<void>;
}

/** Repeats an action in a process. It may fail because storage does; any other error breaks a promise. */
export function acting(
  simulation: Simulation,
  process: Process,
  { isCalm, pauseMs, act }: Acting,
): void {
  async function go(): Promise<void> {
    while (!isCalm()) {
      try {
        await act();
      } catch (thrown) {
        if (!isStorageUnavailable(thrown) && !isStorageBusy(thrown)) {
          simulation.violate(`an operation failed: ${String(thrown)}`);
        }
      }
      await process.sleep(pauseMs());
    }
  }
  void go();
}
