import { checkOptions, isObject, isPositiveInteger, optional } from '@stepward/core/adapter';

/** Requests per minute on one API; integers of 1 or more. */
export interface ApiLimits {
  /** Per management key, or per person (and session, where the token names one). */
  readonly perCredential: number;
  /** Per client address: an IPv4 address, or the /64 of an IPv6 one. */
  readonly perAddress: number;
}

/** The limits by API. The Internal API has none. */
export interface RequestLimits {
  readonly account: ApiLimits;
  readonly customer: ApiLimits;
}

/** Limits to change; omitted ones keep their default. */
export type RequestLimitChanges = {
  readonly [Api in keyof RequestLimits]?: Partial<RequestLimits[Api]>;
};

/** The defaults (specification, "Limits"; docs/decisions.md, "Rate-limit headers"). */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  account: { perCredential: 60, perAddress: 120 },
  customer: { perCredential: 600, perAddress: 300 },
};

/** Whether requests of an API are counted. */
export function isLimited(api: string): boolean {
  return Object.hasOwn(DEFAULT_REQUEST_LIMITS, api);
}

/** Whether limits can be multiplied by a value. */
export function isScale(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

/** The maximum that every store can count; larger limits make no sense. */
const MAX_LIMIT = 1_000_000_000;

/**
 * The limits in force: the host's over the defaults, times the scale (a positive number), rounded, 1 to 1 000 000
 * 000.
 *
 * @throws TypeError that names the limit which is misspelt, or not an integer from 1 to 1 000 000 000.
 */
export function readRequestLimits(changes: RequestLimitChanges = {}, scale = 1): RequestLimits {
  if (!isScale(scale)) throw new TypeError('scale must be a positive number');
  checkOptions('createHttpApi: rateLimits.limits', changes, {
    account: optional('an object of limits', isObject),
    customer: optional('an object of limits', isObject),
  });
  return {
    account: scaled(changed('account', changes.account), scale),
    customer: scaled(changed('customer', changes.customer), scale),
  };
}

function changed(api: keyof RequestLimits, changes: Partial<ApiLimits> = {}): ApiLimits {
  const limit = optional('an integer from 1 to 1000000000', isLimit);
  checkOptions(`createHttpApi: rateLimits.limits.${api}`, changes, {
    perCredential: limit,
    perAddress: limit,
  });
  const { perCredential, perAddress } = DEFAULT_REQUEST_LIMITS[api];
  return {
    perCredential: changes.perCredential ?? perCredential,
    perAddress: changes.perAddress ?? perAddress,
  };
}

function isLimit(value: unknown): boolean {
  return isPositiveInteger(value) && (value as number) <= MAX_LIMIT;
}

function scaled({ perCredential, perAddress }: ApiLimits, scale: number): ApiLimits {
  return {
    perCredential: scaledLimit(perCredential, scale),
    perAddress: scaledLimit(perAddress, scale),
  };
}

function scaledLimit(limit: number, scale: number): number {
  return Math.min(Math.max(Math.round(limit * scale), 1), MAX_LIMIT);
}
