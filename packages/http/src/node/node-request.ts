import type { IncomingMessage } from 'node:http';
import type { HttpRequest } from '../http-types.js';
import { readNodeBody } from './read-node-body.js';

/** What a framework adds to Node's own request message. */
export interface NodeRequestContext {
  /** Path and query below the mount point. */
  readonly url: string;
  /** The host name without port, by the framework's `trust proxy`; null where unknown. */
  readonly host: string | null;
  /** The client's address, by the framework's `trust proxy`. */
  readonly clientAddress: string;
  /** What a body parser of the host's made of the body; undefined where none ran. */
  readonly parsedBody: unknown;
}

/** A Node request message as a neutral request, for authors of bindings. */
export function nodeRequest(message: IncomingMessage, context: NodeRequestContext): HttpRequest {
  const queryAt = context.url.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: queryAt === -1 ? context.url : context.url.slice(0, queryAt),
    query: queryAt === -1 ? '' : context.url.slice(queryAt + 1),
    headers: headerLines(message.rawHeaders),
    host: context.host,
    clientAddress: context.clientAddress,
    readBody: (limit) => readNodeBody(message, context.parsedBody, limit),
  };
}

/**
 * Every header line on its own. `message.headers` will not do: it drops or joins the lines of a
 * header sent twice, and so hides that it was.
 */
function headerLines(rawHeaders: readonly string[]): HttpRequest['headers'] {
  const lines: Record<string, string[]> = Object.create(null) as Record<string, string[]>;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]).toLowerCase();
    (lines[name] ??= []).push(String(rawHeaders[index + 1]));
  }
  return lines;
}
