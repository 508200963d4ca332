/** What a log says about a thrown value. */
export interface ErrorDescription {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly cause?: ErrorDescription;
}

/** How many nested causes are logged. The bound also ends a circle of causes. */
const MAX_CAUSES = 3;

/**
 * Name, message, stack and causes of an error. Its other properties stay out of the log: a database
 * driver hangs whole rows on them, a token library the claims.
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
