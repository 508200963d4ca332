import { isStorageBusy, isStorageUnavailable, type Logger } from '@stepward/core';
import { AuthenticationUnavailable } from '../auth/access-tokens.js';
import { describeError, type WarnOnce } from '../logging.js';
import { refuse, type Refusal } from '../answer.js';

/** How a request is named in the log. */
interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** As the operation table has it, parameters by name; omitted for a path of the host, which may hold anything. */
  readonly path?: string;
}

/**
 * Refuses a request after its operation threw. An unexpected error is logged, and the caller learns only that there was
 * one. Storage that is busy is not logged; storage that is unavailable has logged it once for all requests.
 */
export function refuseThrown(thrown: unknown, fields: LoggedRequest, logger: Logger): Refusal {
  const refusal = storageRefusal(thrown);
  if (refusal !== null) return refuse(refusal);
  logger.error({ ...fields, error: describeError(thrown) }, 'request failed');
  const isAway = thrown instanceof AuthenticationUnavailable;
  return refuse({ code: isAway ? 'authentication_unavailable' : 'internal_error' });
}

/**
 * The failure for an error of storage that passes, busy or unavailable; null for any other error. For pages and routes
 * that answer such errors as the API does.
 */
export function storageRefusal(
  thrown: unknown,
): { readonly code: 'busy' | 'storage_unavailable' } | null {
  if (isStorageBusy(thrown)) return { code: 'busy' };
  return isStorageUnavailable(thrown) ? { code: 'storage_unavailable' } : null;
}

/**
 * Logs why a token is not valid; the caller learns only that it is not. A genuine token with a wrong claim points to the
 * set-up of the host or of its issuer, so the first one of each reason is a warning.
 */
export function logRefusedToken(
  { failure }: Refusal,
  fields: LoggedRequest,
  { logger, warn }: { readonly logger: Logger; readonly warn: WarnOnce },
): void {
  if (failure.code !== 'token_invalid') return;
  const { refused, mismatch } = failure.why ?? {};
  logger.debug({ ...fields, refused, ...mismatch }, 'a credential was refused');
  if (mismatch !== undefined) {
    warn(`access tokens are refused for their ${WRONG[mismatch.claim] ?? 'claims'}`, mismatch);
  }
}

const WRONG: Readonly<Record<string, string>> = { aud: 'audience', iss: 'issuer' };
