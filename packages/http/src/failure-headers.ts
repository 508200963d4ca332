import { errorTable } from './error-table.js';
import type { Failure } from './http-failure.js';

/** The headers that belong to a failure: what to authenticate with, what to call, how long to wait. */
export function failureHeaders(failure: Failure): Readonly<Record<string, string>> {
  const { challenge, scheme = 'Bearer' } = errorTable[failure.code];
  return {
    ...(challenge !== undefined && {
      'www-authenticate': `${scheme} ${challengeParameters(challenge, failure)}`,
    }),
    ...('allow' in failure && { allow: failure.allow.join(', ') }),
    ...('retryAfterMs' in failure && { 'retry-after': wholeSeconds(failure.retryAfterMs) }),
  };
}

/** RFC 6750 section 3, with the `scope` and the `realm` where the failure knows them. */
function challengeParameters(parameters: string, failure: Failure): string {
  const scope = 'requiredScope' in failure ? `scope="${failure.requiredScope}"` : '';
  const realm = 'realm' in failure ? `realm="${failure.realm}"` : '';
  return [parameters, scope, realm].filter((part) => part !== '').join(', ');
}

/** Rounded up: whoever waits as long as told does not come too early. */
function wholeSeconds(ms: number): string {
  return String(Math.ceil(ms / 1000));
}
