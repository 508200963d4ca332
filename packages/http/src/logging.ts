import type { Logger } from '@stepward/core';

/** The description of a thrown value for a log. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** How many nested causes are logged. The bound also ends a cycle of causes. */
const MAX_CAUSES = 3;

/**
 * Name, message, stack and causes of an error. Its other properties stay out of the log: a database driver attaches
 * whole rows to them, a token library the claims.
 */
export function describeError(error: unknown, causes = MAX_CAUSES): ErrorDescription {
  if (!(error instanceof Error)) {
    return { name: 'NotAnError', message: `a value of type ${typeof error} was thrown` };
  }
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(cause instanceof Error && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

/**
 * Logs a warning the first time that its message is given.
 *
 * @param isDue whether there is reason to warn; not called once the message was logged
 */
export type WarnOnce = (message: string, fields?: object, isDue?: () => boolean) => void;

/** @param logger receives each message once, for as long as the process runs */
export function createWarnOnce(logger: Logger): WarnOnce {
  const warned = new Set<string>();
  return (message, fields = {}, isDue = () => true) => {
    if (warned.has(message) || !isDue()) return;
    warned.add(message);
    logger.warn(fields, message);
  };
}
