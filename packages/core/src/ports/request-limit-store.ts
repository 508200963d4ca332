/** One limit: so many requests per bucket and window. */
export interface LimitRule {
  /** Unique among the limits of one store: `account:address`. Letters and colons, 30 at most. */
  readonly name: string;
  /** Requests that a window lets through; an integer of 1 or more. */
  readonly limit: number;
  /** Milliseconds from a bucket's first request until it is empty again; whole seconds. */
  readonly windowMs: number;
}

/** How a bucket stands after a request was counted. */
export interface RequestCount {
  /** Whether the request is one too many. */
  readonly exceeded: boolean;
  /** Requests that the window still lets through; 0 or more. */
  readonly remaining: number;
  /** Milliseconds until the bucket is empty again: 0 to the rule's window. */
  readonly resetMs: number;
}

/** Counts the requests of one limit. */
export interface RequestCounter {
  /**
   * Counts one request and returns the state of its bucket. Parallel calls, from other processes too, never
   * let more through than the limit. Rejects where the store fails.
   *
   * @param bucket at most 128 characters; holds no credential
   */
  count(bucket: string): Promise<RequestCount>;
}

/**
 * Where requests are counted: `memoryLimits` and `redisLimits` of `@stepward/http` and `postgresLimits` of
 * `@stepward/postgres` make one.
 */
export interface RequestLimitStore {
  /** Whether the counts are kept outside the process; such a store is never waited for longer than 500 ms. */
  readonly remote: boolean;
  /** The counter of one limit. Called once per limit, when the API is created. */
  counter(rule: LimitRule): RequestCounter;
}
