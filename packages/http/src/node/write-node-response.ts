import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../http-types.js';

/**
 * Writes a neutral response to a Node one, for authors of bindings. A response with `connection: close` ends the
 * connection, so that the rest of the request's body need not be read.
 */
export function writeNodeResponse(target: ServerResponse, response: HttpResponse): void {
  target.statusCode = response.status;
  for (const [name, value] of Object.entries(response.headers)) target.setHeader(name, value);
  target.end(response.body ?? undefined);
}
