import type { SequenceStore } from './sequence.js';

/** Remembers within this process: for tests, and for a service of one process that may miss gaps over a restart. */
export function memorySequence(): SequenceStore {
  const kept = new Map<string, string>();
  return {
    async read(subscriber) {
      return kept.get(subscriber) ?? null;
    },
    async replace(subscriber, before, after) {
      if ((kept.get(subscriber) ?? null) !== before) return false;
      kept.set(subscriber, after);
      return true;
    },
  };
}
