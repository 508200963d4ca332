import type { RequestCount, RequestCounter } from '../ports/request-limit-store.js';

/** Answers from memory for buckets that are known to be full, so a flood costs the store nothing. */
export function withoutFullBuckets(counter: RequestCounter): RequestCounter {
  const endOfFull = new Map<string, number>();

  function remember(bucket: string, { resetMs }: RequestCount, now: number): void {
    for (const [oldest, end] of endOfFull) {
      if (end > now) break;
      endOfFull.delete(oldest);
    }
    endOfFull.delete(bucket);
    endOfFull.set(bucket, now + resetMs);
  }

  return {
    async count(bucket) {
      const resetMs = (endOfFull.get(bucket) ?? 0) - performance.now();
      if (resetMs > 0) return { exceeded: true, remaining: 0, resetMs };
      const counted = await counter.count(bucket);
      if (counted.exceeded) remember(bucket, counted, performance.now());
      return counted;
    },
  };
}
