import type { LimitRule, RequestCount, RequestCounter } from '@stepward/core/adapter';
import type * as Library from 'rate-limiter-flexible';
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** The options of the library's limiter for a rule. Its prefix and the bucket fit into 255 characters. */
export function limiterOptions({ name, limit, windowMs }: LimitRule, prefix: string) {
  return { keyPrefix: `${prefix}:${name}`, points: limit, duration: windowMs / 1000 };
}

/**
 * A limiter of rate-limiter-flexible as a counter. The library is loaded with the first request that is counted. A
 * limiter rejects with a `RateLimiterRes` if a request exceeds the limit, and with anything else if the store failed.
 * Its clock is `Date.now`.
 */
export function libraryCounter(
  rule: LimitRule,
  createLimiter: (library: typeof Library) => RateLimiterAbstract,
): RequestCounter {
  let counting: Promise<RequestCounter> | null = null;

  async function load(): Promise<RequestCounter> {
    const library = await import('rate-limiter-flexible');
    const limiter = createLimiter(library);
    return {
      count: (bucket) =>
        limiter.consume(bucket).then(
          (result) => countOf(result, false, rule),
          (rejection: unknown) => {
            if (rejection instanceof library.RateLimiterRes) return countOf(rejection, true, rule);
            throw rejection;
          },
        ),
    };
  }

  return {
    async count(bucket) {
      counting ??= load();
      return (await counting).count(bucket);
    },
  };
}

/** The rest of the window is clamped to the bounds of {@link RequestCount}. */
function countOf(
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  exceeded: boolean,
  { windowMs }: LimitRule,
): RequestCount {
  const resetMs = Math.min(Math.max(msBeforeNext, 0), windowMs);
  return { exceeded, remaining: exceeded ? 0 : remainingPoints, resetMs };
}
