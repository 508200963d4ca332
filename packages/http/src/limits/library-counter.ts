import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { LimitRule, RequestCount, RequestCounter } from '@stepward/core/adapter';

/** What a limiter of the library is made with for a rule. Its prefix and the bucket fit into 255 characters. */
export function limiterOptions({ name, limit, windowMs }: LimitRule, prefix: string) {
  return { keyPrefix: `${prefix}:${name}`, points: limit, duration: windowMs / 1000 };
}

/**
 * A limiter of rate-limiter-flexible as a counter. It rejects with a `RateLimiterRes` where a request is
 * one too many, and with anything else where the store failed. Its clock is `Date.now`.
 */
export function libraryCounter(limiter: RateLimiterAbstract, rule: LimitRule): RequestCounter {
  return {
    count: (bucket) =>
      limiter.consume(bucket).then(
        (result) => countOf(result, false, rule),
        (rejection: unknown) => {
          if (rejection instanceof RateLimiterRes) return countOf(rejection, true, rule);
          throw rejection;
        },
      ),
  };
}

/** The rest of the window is held to the bounds that {@link RequestCount} promises. */
function countOf(
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  exceeded: boolean,
  { windowMs }: LimitRule,
): RequestCount {
  const resetMs = Math.min(Math.max(msBeforeNext, 0), windowMs);
  return { exceeded, remaining: exceeded ? 0 : remainingPoints, resetMs };
}
