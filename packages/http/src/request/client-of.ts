import type { CallerClient } from '@stepward/core';
import type { RequestHead } from '../http-types.js';

/** What the logs may have of the client of a request. The service that keeps them bounds and cleans it. */
export function clientOf({ clientAddress, headers }: RequestHead): Required<CallerClient> {
  return { clientAddress, userAgent: headers['user-agent']?.[0] ?? null };
}
