import type { IncomingMessage } from 'node:http';
import type { HttpBody } from '../http-types.js';

/**
 * Reads at most `limit` bytes of a request, until the deadline aborts. If a body parser has run, the stream is
 * consumed and its value is used instead: bytes and text unchanged, anything else as parsed JSON. Without a
 * Content-Length header the size of such a value is measured.
 */
export function readNodeBody(
  message: IncomingMessage,
  parsedBody: unknown,
  limit: number,
  deadline: AbortSignal,
): Promise<HttpBody> {
  const declared = Number(message.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.resolve({ type: 'too_large' });
  return message.readableDidRead
    ? Promise.resolve(fromParser(message, parsedBody, limit))
    : readStream(message, limit, deadline);
}

function fromParser({ headers }: IncomingMessage, value: unknown, limit: number): HttpBody {
  if (typeof value === 'string' || value instanceof Uint8Array) {
    const bytes = Buffer.from(value);
    return bytes.byteLength > limit ? { type: 'too_large' } : { type: 'bytes', bytes };
  }
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  const isMeasured = length !== undefined && encoding === undefined;
  const isTooLarge = !isMeasured && jsonLength(value) > limit;
  return isTooLarge ? { type: 'too_large' } : { type: 'parsed', value };
}

/** In bytes of UTF-8; 0 for a value that is not JSON or is nested too deeply: both are refused later. */
function jsonLength(value: unknown): number {
  if (value === undefined) return 0;
  try {
    return Buffer.byteLength(JSON.stringify(value));
  } catch {
    return 0;
  }
}

function readStream(
  message: IncomingMessage,
  limit: number,
  deadline: AbortSignal,
): Promise<HttpBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: HttpBody): void => {
      message.off('data', take).off('end', finish).off('close', lose).off('error', lose);
      deadline.removeEventListener('abort', giveUp);
      message.pause();
      resolve(body);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.byteLength;
      chunks.push(chunk);
      if (size > limit) settle({ type: 'too_large' });
    };
    const finish = (): void => {
      settle({ type: 'bytes', bytes: Buffer.concat(chunks) });
    };
    const lose = (): void => {
      settle({ type: 'incomplete' });
    };
    const giveUp = (): void => {
      settle({ type: 'timed_out' });
    };
    message.on('data', take).on('end', finish).on('close', lose).on('error', lose);
    deadline.addEventListener('abort', giveUp);
    if (message.destroyed) lose();
    else if (deadline.aborted) giveUp();
  });
}
