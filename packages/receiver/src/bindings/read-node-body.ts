import { MAX_BODY_BYTES, type RequestBody } from './answer.js';
import { concatBytes } from '../bytes.js';

/** The part of Node's request message that is used, and what body parsers of Express add. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Whether the stream has been read from. */
  readonly readableDidRead: boolean;
  readonly destroyed: boolean;
  /** Set where a body parser ran before: bytes by `express.raw()`, text by `express.text()`. */
  readonly body?: unknown;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  pause(): unknown;
}

/**
 * The bytes of a request: as a parser kept them, else read from the stream. `body` is looked at only
 * where the stream was read, since Express 4 leaves an empty object there when it parsed nothing.
 */
export function readNodeBody(request: NodeRequest): Promise<RequestBody> {
  return request.readableDidRead ? Promise.resolve(readParsed(request.body)) : readStream(request);
}

function readParsed(body: unknown): RequestBody {
  const isKept = typeof body === 'string' || body instanceof Uint8Array;
  if (!isKept) return { type: 'consumed' };
  return body.length > MAX_BODY_BYTES ? { type: 'too_large' } : { type: 'bytes', bytes: body };
}

/** Settling twice does nothing, so the listeners need not be removed. */
function readStream(request: NodeRequest): Promise<RequestBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const lose = (): void => resolve({ type: 'incomplete' });
    request.on('data', (chunk) => {
      size += chunk.byteLength;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve({ type: 'too_large' });
    });
    request.on('end', () => resolve({ type: 'bytes', bytes: concatBytes(chunks) }));
    request.on('close', lose);
    request.on('error', lose);
    if (request.destroyed) lose();
  });
}
