import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../http-types.js';

/**
 * Writes a neutral response to a Node one, for authors of bindings. After an oversized body the
 * connection is closed, so that the rest of it need not be read.
 */
export function writeNodeResponse(target: ServerResponse, response: HttpResponse): void {
  target.statusCode = response.status;
  for (const [name, value] of Object.entries(response.headers)) target.setHeader(name, value);
  if (response.status === 413) target.shouldKeepAlive = false;
  target.end(response.body ?? undefined);
}
