/** Counts, and reports the count from time to time, because a message for each would cost too much. */
export interface Progress {
  add(): void;
}

const EVERY_MS = 5;

export function createProgress(tell: (count: number) => void): Progress {
  let count = 0;
  return {
    add() {
      count += 1;
      if (count > 1) return;
      setTimeout(() => {
        tell(count);
        count = 0;
      }, EVERY_MS);
    },
  };
}
