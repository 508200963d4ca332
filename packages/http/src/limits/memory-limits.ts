import { libraryCounter, limiterOptions } from './library-counter.js';
import type { RequestLimitStore } from '@stepward/core/adapter';

/**
 * Counts in this process only: with three processes, a client gets up to three times the limit. Buckets are removed
 * when their windows end.
 */
export function memoryLimits(): RequestLimitStore {
  return {
    remote: false,
    counter: (rule) =>
      libraryCounter(
        rule,
        ({ RateLimiterMemory }) => new RateLimiterMemory(limiterOptions(rule, 'stepward')),
      ),
  };
}
