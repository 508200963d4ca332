import type { Simulation } from '../kernel/simulation.js';

/** Watches the changes of one value, each of which holds until a later one. */
export interface SettingsWatch {
  /** Is told that a setting is being changed; returns what is told when that is acknowledged. */
  changing(name: string, value: number): () => void;
  /** Reports a value that no change explains. */
  check(name: string, value: number): void;
  /** Is told that a value is being read that may not be below the setting; returns what is told the value. */
  reading(name: string): (value: number) => void;
}

interface Change {
  readonly value: number;
  readonly from: number;
  /** Infinity where it was never acknowledged, so that it may have happened or not. */
  to: number;
}

/** @param initial the value of every setting before its first change */
export function watchSettings({ now, violate }: Simulation, initial: number): SettingsWatch {
  const settings = new Map<string, Change[]>();
  const changesOf = (name: string): Change[] => {
    const known = settings.get(name) ?? [{ value: initial, from: 0, to: 0 }];
    settings.set(name, known);
    return known;
  };

  /** Those that no acknowledged change followed before a time. */
  function possible(name: string, at: number): readonly Change[] {
    const changes = changesOf(name);
    return changes.filter((change) => {
      const isReplaced = changes.some(({ from, to }) => change.to < from && to < at);
      return !isReplaced;
    });
  }

  return {
    changing(name, value) {
      const change: Change = { value, from: now(), to: Infinity };
      changesOf(name).push(change);
      return () => (change.to = now());
    },
    check(name, value) {
      const values = possible(name, now()).map((change) => change.value);
      if (values.includes(value)) return;
      violate(`${name} is ${String(value)}, and one of ${String(values)} was stored`);
    },
    reading(name) {
      const from = now();
      return (value) => {
        const least = Math.min(...possible(name, from).map((change) => change.value));
        if (value >= least) return;
        violate(`${String(value)} was read, below the ${String(least)} of ${name}`);
      };
    },
  };
}
