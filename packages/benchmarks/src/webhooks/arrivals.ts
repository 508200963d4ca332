import { monotonicMs } from './monotonic.js';
import type { Post } from './counting-receiver-process.js';

/** Which events arrived at which of a number of subscribers, and which of them were stored. */
export interface Arrivals {
  /** An event was emitted, and its storage answered just now. */
  store(eventId: string): void;
  readonly arrive: (post: Post) => void;
  /** POSTs so far. */
  arrived(): number;
  /** Those that were the first for their event and subscriber. */
  readonly distinct: () => number;
  stored(): number;
  /** Deliveries of stored events that have not arrived. */
  missing(): number;
  /** How long each delivery took, from its storage to its first POST, in milliseconds and in the order of their arrival. */
  readonly latencies: readonly number[];
}

/** @param subscribers at most 30; each is to get every event */
export function createArrivals(subscribers: number): Arrivals {
  let stored = 0;
  /** When those were stored that have not arrived everywhere, by event. */
  const waiting = new Map<string, number>();
  /** One bit for each subscriber, by event. */
  const seen = new Map<string, number>();
  const all = 2 ** subscribers - 1;
  const latencies: number[] = [];
  let [arrived, distinct] = [0, 0];
  return {
    store(eventId) {
      stored += 1;
      if (seen.get(eventId) !== all) waiting.set(eventId, monotonicMs());
    },
    arrive({ subscriber, eventId, atMs }) {
      arrived += 1;
      const before = seen.get(eventId) ?? 0;
      const after = before | (2 ** subscriber);
      if (after === before) return;
      distinct += 1;
      latencies.push(atMs - (waiting.get(eventId) ?? atMs));
      seen.set(eventId, after);
      if (after === all) waiting.delete(eventId);
    },
    arrived: () => arrived,
    distinct: () => distinct,
    stored: () => stored,
    missing() {
      let missing = 0;
      for (const eventId of waiting.keys()) {
        for (let bits = all & ~(seen.get(eventId) ?? 0); bits > 0; bits &= bits - 1) missing += 1;
      }
      return missing;
    },
    latencies,
  };
}
