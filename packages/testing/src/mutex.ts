/** Runs one task at a time, in the order of the calls. */
export interface Mutex {
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const turn = last.then(task, task);
      last = turn;
      return turn;
    },
  };
}
