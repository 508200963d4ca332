/** The part of a map that stores need. The journal that made it can undo its changes. */
export interface MemoryTable<V> {
  get(key: string): V | undefined;
  set(key: string, value: V): void;
  delete(key: string): void;
  size(): number;
  /** A snapshot of all rows, so a sweep may delete as it goes. */
  entries(): readonly (readonly [string, V])[];
}

/** Tables that change together: a roll-back undoes everything since the last commit. */
export interface MemoryJournal {
  table<V>(): MemoryTable<V>;
  commit(): void;
  rollBack(): void;
}

export function createMemoryJournal(): MemoryJournal {
  let undo: (() => void)[] = [];

  return {
    table<V>(): MemoryTable<V> {
      const rows = new Map<string, V>();
      const remember = (key: string): void => {
        const before = rows.get(key);
        undo.push(() => {
          if (before === undefined) rows.delete(key);
          else rows.set(key, before);
        });
      };
      return {
        get: (key) => rows.get(key),
        set(key, value) {
          remember(key);
          rows.set(key, value);
        },
        delete(key) {
          remember(key);
          rows.delete(key);
        },
        size: () => rows.size,
        entries: () => [...rows.entries()],
      };
    },
    commit() {
      undo = [];
    },
    rollBack() {
      for (const step of undo.reverse()) step();
      undo = [];
    },
  };
}
