import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest, HttpResponse } from '../http-types.js';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { headerLines } from './header-lines.js';
import { readNodeBody } from './read-node-body.js';

/** The data that a framework adds to Node's request message. */
export interface NodeRequestContext {
  /** Path and query below the mount point. */
  readonly url: string;
  /** The host name without port, by the framework's `trust proxy`; null where unknown. */
  readonly host: string | null;
  /** The client's address, by the framework's `trust proxy`. */
  readonly clientAddress: string;
  /** By the framework's `trust proxy`. */
  readonly scheme: 'http' | 'https';
  /** The framework's own request. */
  readonly original: unknown;
  /** The headers as the framework gives them; those of the message by default. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The body as the host's body parser parsed it; undefined if none ran. */
  readonly parsedBody: unknown;
}

/** A Node request message as a neutral request, for authors of bindings. */
export function nodeRequest(message: IncomingMessage, context: NodeRequestContext): HttpRequest {
  const queryAt = context.url.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: queryAt === -1 ? context.url : context.url.slice(0, queryAt),
    query: queryAt === -1 ? '' : context.url.slice(queryAt + 1),
    headers: headerLines(message, context.headers ?? message.headers),
    host: context.host,
    clientAddress: context.clientAddress,
    scheme: context.scheme,
    original: context.original,
    readBody: (limit, deadline) => readNodeBody(message, context.parsedBody, limit, deadline),
  };
}

/**
 * Writes a neutral response to a Node one, for authors of bindings. A response with `connection: close` ends the
 * connection, so the rest of the request's body need not be read.
 */
export function writeNodeResponse(target: ServerResponse, response: HttpResponse): void {
  target.statusCode = response.status;
  for (const [name, value] of Object.entries(response.headers)) target.setHeader(name, value);
  const { body } = response;
  if (body instanceof ReadableStream) {
    // An error of the body, or a client that is gone, ends the connection and the body.
    pipeline(nodeStream(body), target, () => undefined);
    return;
  }
  target.end(body ?? undefined);
}

/**
 * The stream of a neutral response as one of Node, for authors of bindings. What reads a web stream only when the client reads sees
 * its error only then; this one has the error at once, and reads nothing ahead.
 */
export function nodeStream(body: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(body as NodeReadableStream, { highWaterMark: 0 });
}
