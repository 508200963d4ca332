import { errorTable } from './error-table.js';
import type { Failure } from './http-failure.js';

/** The headers that belong to a failure: what to authenticate with, what to call, how long to wait. */
export function failureHeaders(failure: Failure): Readonly<Record<string, string>> {
  const { challenge } = errorTable[failure.code];
  return {
    ...(challenge !== undefined && { 'www-authenticate': challenge + scopeOf(failure) }),
    ...('allow' in failure && { allow: failure.allow.join(', ') }),
    ...('retryAfterMs' in failure && { 'retry-after': wholeSeconds(failure.retryAfterMs) }),
  };
}

/** The `scope` attribute of RFC 6750 section 3. */
function scopeOf(failure: Failure): string {
  return 'requiredScope' in failure ? `, scope="${failure.requiredScope}"` : '';
}

/** Rounded up: whoever waits as long as told does not come too early. */
function wholeSeconds(ms: number): string {
  return String(Math.ceil(ms / 1000));
}
