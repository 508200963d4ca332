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
