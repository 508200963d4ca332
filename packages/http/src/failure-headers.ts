import type { ErrorRow } from './error-row.js';
import { errorTable } from './error-table.js';
import type { Failure } from './http-failure.js';

/**
 * The headers that belong to a failure: what to authenticate with, what to call, how long to wait, and
 * whether the connection goes on. `Retry-After` is set here and nowhere else.
 */
export function failureHeaders(failure: Failure): Readonly<Record<string, string>> {
  const row: ErrorRow = errorTable[failure.code];
  const { challenge, scheme = 'Bearer', endsConnection = false } = row;
  const retryAfter = retryAfterOf(failure, row);
  return {
    ...(challenge !== undefined && {
      'www-authenticate': `${scheme} ${challengeParameters(challenge, failure)}`,
    }),
    ...('allow' in failure && { allow: failure.allow.join(', ') }),
    ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
    ...(endsConnection && { connection: 'close' }),
  };
}

/** Seconds, rounded up, so that a client that waits exactly as long is not too early. Null for no wait. */
function retryAfterOf(failure: Failure, { retryAfter }: ErrorRow): number | null {
  return 'retryAfterMs' in failure ? Math.ceil(failure.retryAfterMs / 1000) : (retryAfter ?? null);
}

/** RFC 6750 section 3, with the `scope` and the `realm` where the failure knows them. */
function challengeParameters(parameters: string, failure: Failure): string {
  const scope = 'requiredScope' in failure ? `scope="${failure.requiredScope}"` : '';
  const realm = 'realm' in failure ? `realm="${failure.realm}"` : '';
  return [parameters, scope, realm].filter((part) => part !== '').join(', ');
}
