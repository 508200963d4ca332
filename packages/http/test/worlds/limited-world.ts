import type { HttpApiOptions } from '../../src/http-api-options.js';
import type { HttpResponse } from '../../src/http-types.js';
import type { RateLimitOptions } from '../../src/limits/create-request-limiter.js';
import {
  createAccountWorld,
  textResponse,
  toHttpRequest,
  type AccountWorld,
  type TestRequest,
  type TextResponse,
} from './account-world.js';

/** A request of Ada's that costs nothing but itself. */
export const MFA: TestRequest = { method: 'GET', path: '/v1/account/mfa' };

/** The world of the Account API, with request limits. */
export function limitedWorld(
  rateLimits: RateLimitOptions,
  options: Partial<HttpApiOptions> = {},
): Promise<AccountWorld> {
  return createAccountWorld({ ...options, rateLimits });
}

/** Sends a request from another address. */
export async function callFrom(
  { api }: AccountWorld,
  clientAddress: string,
  request = MFA,
): Promise<TextResponse> {
  return textResponse(await api.handle({ ...toHttpRequest(request), clientAddress }));
}

/** Status, limit and remaining requests of a response. */
export function standOf({
  status,
  headers,
}: HttpResponse): readonly (number | string | undefined)[] {
  return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']];
}
