/** Requests per minute on one API; integers of 1 or more. */
export interface ApiLimits {
  /** Per management key, or per person (and session, where the token names one). */
  readonly perCredential: number;
  /** Per client address: an IPv4 address, or the /64 of an IPv6 one. */
  readonly perAddress: number;
}

/** The limits of the APIs that have them. The Internal API has none. */
export interface RequestLimits {
  readonly account: ApiLimits;
  readonly customer: ApiLimits;
}

/** Limits to change; what is left out keeps its default. */
export type RequestLimitChanges = {
  readonly [Api in keyof RequestLimits]?: Partial<RequestLimits[Api]>;
};

/** What holds where the host says nothing (specification, "Limits"; DECISIONS, "Rate-limit headers"). */
export const DEFAULT_REQUEST_LIMITS: RequestLimits = {
  account: { perCredential: 60, perAddress: 120 },
  customer: { perCredential: 600, perAddress: 300 },
};

/** Whether requests of an API are counted. */
export function isLimited(api: string): boolean {
  return Object.hasOwn(DEFAULT_REQUEST_LIMITS, api);
}

/** No store counts further, and nobody means more. */
const MAX_LIMIT = 1_000_000_000;

/**
 * The limits in force: the host's over the defaults, times the scale, rounded, 1 to 1 000 000 000.
 *
 * @throws TypeError where a limit is no integer of 1 to 1 000 000 000, or the scale no positive number.
 */
export function readRequestLimits(changes: RequestLimitChanges = {}, scale = 1): RequestLimits {
  if (!Number.isFinite(scale) || scale <= 0) {
    throw new TypeError('the scale of the request limits is a positive number');
  }
  return {
    account: scaled({ ...DEFAULT_REQUEST_LIMITS.account, ...changes.account }, scale),
    customer: scaled({ ...DEFAULT_REQUEST_LIMITS.customer, ...changes.customer }, scale),
  };
}

function scaled({ perCredential, perAddress }: ApiLimits, scale: number): ApiLimits {
  return {
    perCredential: scaledLimit(perCredential, scale),
    perAddress: scaledLimit(perAddress, scale),
  };
}

function scaledLimit(limit: number, scale: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    throw new TypeError('a request limit is an integer from 1 to 1000000000');
  }
  return Math.min(Math.max(Math.round(limit * scale), 1), MAX_LIMIT);
}
