import { RateLimiterRedis } from 'rate-limiter-flexible';
import { libraryCounter, limiterOptions } from './library-counter.js';
import type { RequestLimitStore } from './limit-store.js';

/** The part of an `ioredis` client that tells it apart. The library gives it a command, `rlflxIncr`. */
export interface IoredisClient {
  defineCommand(
    name: string,
    definition: { readonly lua: string; readonly numberOfKeys?: number },
  ): void;
}

/** The part of a `redis` client (node-redis 4 and later) that is used. */
export interface NodeRedisClient {
  eval(
    script: string,
    options: { readonly keys: string[]; readonly arguments: string[] },
  ): Promise<unknown>;
}

export interface RedisLimitsOptions {
  /** A client of `ioredis` or of `redis`; connecting and closing it stay with the host. */
  readonly client: IoredisClient | NodeRedisClient;
  /** What every key begins with; `stepward`. 1 to 64 characters. */
  readonly prefix?: string;
}

/**
 * Counts in Redis, so that all processes over one server share the limits. Each count is one script,
 * and none once a bucket is known to be full. Keys leave Redis as their windows end.
 *
 * @throws TypeError where the prefix is empty or too long.
 */
export function redisLimits(options: RedisLimitsOptions): RequestLimitStore {
  const { client, prefix = 'stepward' } = options;
  if (prefix === '' || prefix.length > 64) {
    throw new TypeError('the prefix of the request limits has 1 to 64 characters');
  }
  return {
    remote: true,
    counter: (rule) =>
      libraryCounter(
        new RateLimiterRedis({
          ...limiterOptions(rule, prefix),
          storeClient: client,
          useRedisPackage: !('defineCommand' in client),
          inMemoryBlockOnConsumed: rule.limit,
        }),
        rule,
      ),
  };
}
