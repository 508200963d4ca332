import type { HttpBody } from './http-types.js';

/**
 * Reads the body of a Fetch-API request or response. One that announces more than `limit` bytes is not read at all,
 * one that turns out longer is read no further.
 */
export async function readFetchBody(
  message: Pick<Request, 'headers' | 'body'>,
  limit: number,
): Promise<Exclude<HttpBody, { readonly type: 'parsed' }>> {
  const announced = Number(message.headers.get('content-length') ?? 0);
  if (announced > limit) return { type: 'too_large' };
  const bytes = message.body === null ? EMPTY : await readStream(message.body, limit);
  if (!(bytes instanceof Uint8Array)) return bytes;
  return bytes.byteLength < announced ? { type: 'incomplete' } : { type: 'bytes', bytes };
}

const EMPTY = new Uint8Array();

type RequestStream = NonNullable<Request['body']>;

async function readStream(
  stream: RequestStream,
  limit: number,
): Promise<Uint8Array | Extract<HttpBody, { readonly type: 'too_large' | 'incomplete' }>> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return Buffer.concat(chunks);
      length += value.byteLength;
      if (length > limit) break;
      chunks.push(value);
    }
  } catch {
    return { type: 'incomplete' };
  }
  await reader.cancel().catch(() => undefined);
  return { type: 'too_large' };
}
