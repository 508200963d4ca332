import type { Logger } from '@stepward/core';
import type { Failure } from '../errors/http-errors.js';
import type { RequestHead } from '../http-types.js';
import { warnOfAddress } from '../setup-warnings.js';
import { createWarnOnce } from '../logging.js';
import { createRequestLimiter, type RateLimitOptions } from './create-request-limiter.js';
import type { RequestLimits } from './request-limits.js';

/** Too many requests came from an address, or the store cannot count them and `onStoreError` is `deny`. */
export type AddressLimited = Extract<
  Failure,
  { readonly code: 'request_limit_exceeded' | 'request_limits_unavailable' }
>;

/** Counts a request against its address; null where the limit is kept, or the address is not known. */
export type AddressLimit = (
  request: Pick<RequestHead, 'clientAddress' | 'headers'>,
) => Promise<AddressLimited | null>;

/**
 * Limits requests per address as an API does, for pages beside it. With the `store` of the API's `rateLimits` both count
 * together.
 *
 * @param api the limit of this API per address counts: by default 120 a minute on the Account API, 300 on the Customer API
 * @param options as for `createHttpApi`; `false` for no limit
 * @throws TypeError that names the option which is misspelt or wrong.
 */
export function createAddressLimit(
  api: keyof RequestLimits,
  options: RateLimitOptions | false,
  logger: Logger,
): AddressLimit {
  const meterFor = createRequestLimiter(options, logger);
  const warn = createWarnOnce(logger);
  return async (request) => {
    warnOfAddress(request, warn);
    const refused = await meterFor(api, request.clientAddress).countAddress();
    return refused === null ? null : (refused.failure as AddressLimited);
  };
}
