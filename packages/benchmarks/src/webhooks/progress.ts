/** Counts, and tells the count now and then: a message for each would be work of its own. */
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
