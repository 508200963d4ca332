/** Counts what is under way. */
export interface Tally {
  add(count: number): void;
  remove(count: number): void;
  count(): number;
  isIdle(): boolean;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

export function createTally(): Tally {
  let count = 0;
  let waiting: readonly (() => void)[] = [];
  return {
    add: (more) => (count += more),
    remove(fewer) {
      count -= fewer;
      if (count > 0) return;
      for (const resolve of waiting) resolve();
      waiting = [];
    },
    count: () => count,
    isIdle: () => count === 0,
    settled: async () => {
      if (count > 0) await new Promise<void>((resolve) => (waiting = [...waiting, resolve]));
    },
  };
}
