/** Which events arrived at which of a number of subscribers, and which of them were stored. */
export interface Arrivals {
  /** An event was emitted, and its storage answered. */
  store(eventId: string): void;
  arrive(subscriber: number, eventId: string): void;
  /** POSTs so far. */
  arrived(): number;
  /** Those that were the first for their event and subscriber. */
  distinct(): number;
  stored(): number;
  /** Deliveries of stored events that have not arrived. */
  missing(): number;
}

/** @param subscribers at most 30; each is to get every event */
export function createArrivals(subscribers: number): Arrivals {
  const stored = new Set<string>();
  /** Stored events that have not arrived everywhere. */
  const waiting = new Set<string>();
  /** One bit for each subscriber, by event. */
  const seen = new Map<string, number>();
  const all = 2 ** subscribers - 1;
  let arrived = 0;
  let distinct = 0;
  return {
    store(eventId) {
      stored.add(eventId);
      if (seen.get(eventId) !== all) waiting.add(eventId);
    },
    arrive(subscriber, eventId) {
      arrived += 1;
      const before = seen.get(eventId) ?? 0;
      const after = before | (2 ** subscriber);
      if (after !== before) distinct += 1;
      seen.set(eventId, after);
      if (after === all) waiting.delete(eventId);
    },
    arrived: () => arrived,
    distinct: () => distinct,
    stored: () => stored.size,
    missing() {
      let missing = 0;
      for (const eventId of waiting) {
        for (let bits = all & ~(seen.get(eventId) ?? 0); bits > 0; bits &= bits - 1) missing += 1;
      }
      return missing;
    },
  };
}
