import {
  checkOptions,
  hasMethods,
  optional,
  required,
  type RequestLimitStore,
  withoutFullBuckets,
} from '@stepward/core/adapter';
import { libraryCounter, limiterOptions } from './library-counter.js';

/** The method by which an `ioredis` client is recognised. The library defines a command on it, `rlflxIncr`. */
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
  /**
   * A client of `ioredis` or of `redis`; connecting and closing it stay with the host. While it is not connected, each count fails at
   * once.
   */
  readonly client: IoredisClient | NodeRedisClient;
  /** The prefix of every key; `stepward`. 1 to 64 characters. */
  readonly prefix?: string;
}

/**
 * Counts in Redis, so all processes over one server share the limits. Each count is one script call, and no call
 * once a bucket is known to be full. Keys expire with their windows.
 *
 * @throws TypeError that names the option which is missing, misspelt or wrong.
 */
export function redisLimits(options: RedisLimitsOptions): RequestLimitStore {
  checkOptions('redisLimits', options, {
    client: required('a client of ioredis or redis', isRedisClient),
    prefix: optional('a string of 1 to 64 characters', isPrefix),
  });
  const { client, prefix = 'stepward' } = options;
  return {
    remote: true,
    counter: (rule) =>
      withoutFullBuckets(
        libraryCounter(
          rule,
          ({ RateLimiterRedis }) =>
            new RateLimiterRedis({
              ...limiterOptions(rule, prefix),
              storeClient: client,
              useRedisPackage: !('defineCommand' in client),
              // What a client keeps for later would be counted when Redis is back, though the process has counted it by then.
              rejectIfRedisNotReady: true,
            }),
        ),
      ),
  };
}

function isRedisClient(value: unknown): boolean {
  return hasMethods('defineCommand')(value) || hasMethods('eval')(value);
}

function isPrefix(value: unknown): boolean {
  return typeof value === 'string' && value.length >= 1 && value.length <= 64;
}
