import type { IncomingMessage } from 'node:http';
import type { HttpBody } from '../http-types.js';

/**
 * Reads at most `limit` bytes of a request. Where a body parser ran before, the stream is spent and
 * its value is taken instead: bytes and text as they came, anything else as parsed JSON.
 */
export function readNodeBody(
  message: IncomingMessage,
  parsedBody: unknown,
  limit: number,
): Promise<HttpBody> {
  const declared = Number(message.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.resolve({ type: 'too_large' });
  return message.readableDidRead
    ? Promise.resolve(fromParser(parsedBody, limit))
    : readStream(message, limit);
}

function fromParser(value: unknown, limit: number): HttpBody {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return { type: 'parsed', value };
  const bytes = Buffer.from(value);
  return bytes.byteLength > limit ? { type: 'too_large' } : { type: 'bytes', bytes };
}

function readStream(message: IncomingMessage, limit: number): Promise<HttpBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: HttpBody): void => {
      message.off('data', take).off('end', finish).off('close', lose).off('error', lose);
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
    message.on('data', take).on('end', finish).on('close', lose).on('error', lose);
    if (message.destroyed) lose();
  });
}
