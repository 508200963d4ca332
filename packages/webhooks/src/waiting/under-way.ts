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

/** A task of which one run is under way at a time. */
export interface SingleFlight {
  /** Runs the task; where it is under way, it runs once more after that. */
  begin(): void;
  isIdle(): boolean;
  /** Resolves once it is not under way. */
  settled(): Promise<void>;
}

/** @param task must not reject */
export function createSingleFlight(task: () => Promise<void>): SingleFlight {
  let isUnderWay = false;
  let isAsked = false;
  let ended = Promise.resolve();

  async function run(): Promise<void> {
    isUnderWay = true;
    while (isAsked) {
      isAsked = false;
      await task();
    }
    isUnderWay = false;
  }

  return {
    begin() {
      isAsked = true;
      if (!isUnderWay) ended = run();
    },
    isIdle: () => !isUnderWay,
    settled: () => ended,
  };
}
