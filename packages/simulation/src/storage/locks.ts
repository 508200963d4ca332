/** Locks by name, each held by one holder until it ends. */
export interface Locks {
  /** Takes all of these locks or none; returns whether it did. A holder may take one again. */
  take(names: readonly string[], holder: object): boolean;
  /** Resolves when one of these locks, which others hold, may be free. Rejects where the holders would wait for each other. */
  freed(names: readonly string[], holder: object): Promise<void>;
  /** Frees all locks of the holder. */
  end(holder: object): void;
}

export function createLocks(): Locks {
  const holders = new Map<string, object>();
  /** What each waiting holder waits for. */
  const awaited = new Map<object, readonly string[]>();
  let wakers: (() => void)[] = [];

  function blockers(names: readonly string[], holder: object): readonly object[] {
    return names.flatMap((name) => holders.get(name) ?? []).filter((other) => other !== holder);
  }

  function waitsFor(waiting: object, holder: object): boolean {
    return blockers(awaited.get(waiting) ?? [], waiting).some(
      (next) => next === holder || waitsFor(next, holder),
    );
  }

  return {
    take(names, holder) {
      if (blockers(names, holder).length > 0) return false;
      for (const name of names) holders.set(name, holder);
      return true;
    },
    async freed(names, holder) {
      if (blockers(names, holder).some((other) => waitsFor(other, holder))) {
        throw new Error('deadlock detected');
      }
      awaited.set(holder, names);
      await new Promise<void>((resolve) => wakers.push(resolve));
      awaited.delete(holder);
    },
    end(holder) {
      for (const [name, other] of holders) if (other === holder) holders.delete(name);
      const woken = wakers;
      wakers = [];
      for (const wake of woken) wake();
    },
  };
}
