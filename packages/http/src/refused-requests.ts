import type { Logger } from '@stepward/core';
import { AuthenticationUnavailable } from './auth/authentication-unavailable.js';
import { describeError } from './describe-error.js';
import { refuse, type Refusal } from './refusal.js';

/** How a request is named in the log. */
interface LoggedRequest {
  readonly requestId: string;
  readonly method: string;
  /** As the operation table has it, parameters by name; omitted for a path of the host, which may hold anything. */
  readonly path?: string;
}

/** Logs an unexpected error; the caller learns only that there was one. */
export function refuseThrown(thrown: unknown, fields: LoggedRequest, logger: Logger): Refusal {
  logger.error({ ...fields, error: describeError(thrown) }, 'request failed');
  const isAway = thrown instanceof AuthenticationUnavailable;
  return refuse({ code: isAway ? 'authentication_unavailable' : 'internal_error' });
}

/** Logs why a token is not valid; the caller learns only that it is not. */
export function logRefusedToken({ failure }: Refusal, fields: LoggedRequest, logger: Logger): void {
  if (failure.code !== 'token_invalid') return;
  logger.debug({ ...fields, refused: failure.why }, 'a credential was refused');
}
