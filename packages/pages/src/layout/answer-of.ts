import { errorTable, type ErrorDefinition, type HttpResponse } from '@stepward/http';

/** A refusal of a service, of a form, or of the request limits. */
export interface Refused {
  readonly code: keyof typeof errorTable;
  /** Milliseconds until the request can succeed. */
  readonly retryAfterMs?: number;
}

/** The status and the headers of a refusal: those of the HTTP API. */
export function answerOf({ code, retryAfterMs }: Refused): {
  readonly status: number;
  readonly headers: HttpResponse['headers'];
} {
  const row: ErrorDefinition = errorTable[code];
  const wait = retryAfterMs === undefined ? row.retryAfter : Math.ceil(retryAfterMs / 1_000);
  return {
    status: row.status,
    headers: {
      ...(wait !== undefined && { 'retry-after': String(wait) }),
      ...(row.endsConnection === true && { connection: 'close' }),
    },
  };
}
