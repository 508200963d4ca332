import { setTimeout as sleep } from 'node:timers/promises';
import type { Post } from './counting-receiver-process.js';
import type { OnEmitted } from './emit.js';

/** How long each event took to its receiver. */
export interface Latencies {
  readonly emit: OnEmitted;
  readonly arrive: (post: Post) => void;
  /** The milliseconds of all events that were emitted since the last call, once they have arrived. */
  take(): Promise<readonly number[]>;
}

export function createLatencies(): Latencies {
  const committed = new Map<string, number>();
  /** The first POST of each event. */
  const arrived = new Map<string, number>();
  return {
    emit: (eventId, atMs) => void committed.set(eventId, atMs),
    arrive({ eventId, atMs }) {
      if (!arrived.has(eventId)) arrived.set(eventId, atMs);
    },
    async take() {
      while ([...committed.keys()].some((eventId) => !arrived.has(eventId))) await sleep(50);
      const taken = [...committed].map(([eventId, atMs]) => (arrived.get(eventId) ?? NaN) - atMs);
      committed.clear();
      arrived.clear();
      return taken;
    },
  };
}
