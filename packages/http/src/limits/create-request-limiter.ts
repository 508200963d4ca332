import { systemClock, type Clock, type Logger } from '@stepward/core';
import {
  checkOptions,
  hasMethods,
  isObject,
  isOneOf,
  optional,
  type RequestLimitStore,
} from '@stepward/core/adapter';
import type { ApiName } from '../api.js';
import { memoryLimits } from './memory-limits.js';
import {
  isScale,
  readRequestLimits,
  type ApiLimits,
  type RequestLimitChanges,
  type RequestLimits,
} from './request-limits.js';
import {
  createRequestMeter,
  noMeter,
  type MeteredLimit,
  type MeterSettings,
  type RequestMeter,
} from './request-meter.js';
import { createStoreGuard, type RequestLimitMetrics } from './store-guard.js';

/** The request limits, and where requests are counted. */
export interface RateLimitOptions {
  /** Where requests are counted; `memoryLimits()`. */
  readonly store?: RequestLimitStore;
  /** Requests per minute, if not the defaults of {@link RequestLimits}. */
  readonly limits?: RequestLimitChanges;
  /** Multiplies all limits, for load tests; a positive number, 1. */
  readonly scale?: number;
  /**
   * How requests are treated that the store could not count: they are counted in this process (`allow`, the default)
   * or answered with 503 `request_limits_unavailable` (`deny`). Either is logged once a minute.
   */
  readonly onStoreError?: 'allow' | 'deny';
  /** Receives how long a remote store takes, and how it fails: `telemetry.requestLimitMetrics` of `@stepward/opentelemetry`; none. */
  readonly metrics?: RequestLimitMetrics;
  /** Times the wait for a store. Windows follow the clock of the store. */
  readonly clock?: Clock;
}

/** Creates the meter of a request. */
export type RequestLimiter = (api: ApiName, clientAddress: string | null) => RequestMeter;

const WINDOW_MS = 60_000;

/**
 * Limits the APIs that have limits; `false` limits none.
 *
 * @throws TypeError that names the option which is misspelt or wrong.
 */
export function createRequestLimiter(
  options: RateLimitOptions | false,
  logger: Logger,
): RequestLimiter {
  if (options === false) return () => noMeter;
  const settings = settingsOf(options, logger);
  return (api, clientAddress) => {
    const limited = settings[api];
    return limited === undefined ? noMeter : createRequestMeter(limited, clientAddress);
  };
}

function settingsOf(
  options: RateLimitOptions,
  logger: Logger,
): { readonly [Api in ApiName]?: MeterSettings } {
  checkOptions('createHttpApi: rateLimits', options, {
    store: optional('a store, for example memoryLimits()', hasMethods('counter')),
    limits: optional('an object of limits', isObject),
    scale: optional('a positive number', isScale),
    onStoreError: optional("'allow' or 'deny'", isOneOf('allow', 'deny')),
    metrics: optional('an object with counted', hasMethods('counted')),
    clock: optional('a Clock', hasMethods('now', 'timeout')),
  });
  const { store = memoryLimits(), onStoreError = 'allow', clock = systemClock } = options;
  const limits = readRequestLimits(options.limits, options.scale);
  const { metrics = null } = options;
  const ask = createStoreGuard({ remote: store.remote, clock, logger, metrics });
  const settings = (api: keyof RequestLimits, kind: ApiLimits): MeterSettings => ({
    address: metered(store, `${api}:address`, kind.perAddress),
    credential: metered(store, `${api}:credential`, kind.perCredential),
    ask,
    onStoreError,
  });
  return {
    account: settings('account', limits.account),
    customer: settings('customer', limits.customer),
  };
}

function metered(store: RequestLimitStore, name: string, limit: number): MeteredLimit {
  const rule = { name, limit, windowMs: WINDOW_MS };
  return { rule, counter: store.counter(rule), standIn: memoryLimits().counter(rule) };
}
