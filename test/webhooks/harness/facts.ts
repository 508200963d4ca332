/** Lets a test wait for what becomes true, without looking again and again. */
export interface Facts {
  /** Something may have become true. */
  changed(): void;
  /** Resolves as soon as the fact is one. A test that waits in vain ends by its time limit. */
  until(isTrue: () => boolean): Promise<void>;
}

export function createFacts(): Facts {
  let waiting: { readonly isTrue: () => boolean; readonly resolve: () => void }[] = [];
  return {
    changed() {
      const [known, open] = [waiting.filter(({ isTrue }) => isTrue()), waiting];
      waiting = open.filter((each) => !known.includes(each));
      for (const { resolve } of known) resolve();
    },
    until(isTrue) {
      if (isTrue()) return Promise.resolve();
      return new Promise((resolve) => waiting.push({ isTrue, resolve }));
    },
  };
}
