import { RateLimiterMemory } from 'rate-limiter-flexible';
import { libraryCounter, limiterOptions } from './library-counter.js';
import type { RequestLimitStore } from '@stepward/core/adapter';

/**
 * Counts in this process alone: with three of them, a client gets up to three times the limit. Buckets
 * leave the memory as their windows end.
 */
export function memoryLimits(): RequestLimitStore {
  return {
    remote: false,
    counter: (rule) =>
      libraryCounter(new RateLimiterMemory(limiterOptions(rule, 'stepward')), rule),
  };
}
