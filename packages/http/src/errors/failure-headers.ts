import type { ErrorDefinition, Failure } from './http-errors.js';
import { errorTable } from './error-table.js';

/**
 * The headers that belong to a failure: the challenge, the allowed methods, how long to wait, and whether the
 * connection is closed. `Retry-After` is set here and nowhere else.
 */
export function failureHeaders(failure: Failure): Readonly<Record<string, string>> {
  const row: ErrorDefinition = errorTable[failure.code];
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

/** Seconds, rounded up, so a client that waits exactly as long is not too early. Null for no wait. */
function retryAfterOf(failure: Failure, { retryAfter }: ErrorDefinition): number | null {
  return 'retryAfterMs' in failure ? Math.ceil(failure.retryAfterMs / 1000) : (retryAfter ?? null);
}

/** RFC 6750 section 3 and RFC 9470 section 3, with what the failure has of `scope`, `acr_values`, `max_age`, `realm`. */
function challengeParameters(parameters: string, failure: Failure): string {
  const scope = 'requiredScope' in failure ? `scope="${failure.requiredScope}"` : '';
  const realm = 'realm' in failure ? `realm="${failure.realm}"` : '';
  const acrValues = 'acrValues' in failure ? `acr_values="${failure.acrValues}"` : '';
  const maxAge =
    'maxAge' in failure && failure.maxAge !== null ? `max_age="${String(failure.maxAge)}"` : '';
  return [parameters, scope, acrValues, maxAge, realm].filter((part) => part !== '').join(', ');
}
