/** One limit: a number of requests per bucket and window. */
export interface LimitRule {
  /** Unique among the limits of one store: `account:address`. Letters and colons, 30 at most. */
  readonly name: string;
  /** Requests per window; an integer of 1 or more. */
  readonly limit: number;
  /** Milliseconds from the first request of a bucket; whole seconds. */
  readonly windowMs: number;
}

/** The state of a bucket after a request was counted. */
export interface RequestCount {
  /** Whether the request exceeds the limit. */
  readonly exceeded: boolean;
  /** Requests that are left; 0 or more. */
  readonly remaining: number;
  /** Milliseconds until the window ends: 0 to `windowMs`. */
  readonly resetMs: number;
}

/** Counts the requests of one limit. */
export interface RequestCounter {
  /**
   * Counts one request. Parallel calls, from other processes too, never let more through than the limit. Rejects
   * where the store fails.
   *
   * @param bucket at most 128 characters; holds no credential
   */
  count(bucket: string): Promise<RequestCount>;
}

/** Where requests are counted. */
export interface RequestLimitStore {
  /** Whether it is remote; a request then waits for it for at most 500 ms. */
  readonly remote: boolean;
  /** Called once per limit, when the API is created. */
  counter(rule: LimitRule): RequestCounter;
}
