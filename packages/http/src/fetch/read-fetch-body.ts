import type { HttpBody } from '../http-types.js';

type ReadBody = Exclude<HttpBody, { readonly type: 'parsed' }>;

/**
 * Reads the body of a Fetch-API request, until the deadline aborts. A body that announces more than `limit` bytes is
 * not read; one that turns out longer is read no further.
 */
export async function readFetchBody(
  message: Pick<Request, 'headers' | 'body'>,
  limit: number,
  deadline: AbortSignal,
): Promise<ReadBody> {
  const announced = Number(message.headers.get('content-length') ?? 0);
  if (announced > limit) return { type: 'too_large' };
  const body = message.body === null ? NOTHING : await readStream(message.body, limit, deadline);
  const isShort = body.type === 'bytes' && body.bytes.byteLength < announced;
  return isShort ? { type: 'incomplete' } : body;
}

const NOTHING: ReadBody = { type: 'bytes', bytes: new Uint8Array() };

type RequestStream = NonNullable<Request['body']>;

async function readStream(
  stream: RequestStream,
  limit: number,
  deadline: AbortSignal,
): Promise<ReadBody> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = stream.getReader();
  const isLate = (): boolean => deadline.aborted;
  // Cancelling ends a read that is waiting.
  const giveUp = (): void => {
    reader.cancel().catch(() => undefined);
  };
  deadline.addEventListener('abort', giveUp, { once: true });
  if (isLate()) giveUp();
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate()) return { type: 'timed_out' };
      if (done) return { type: 'bytes', bytes: Buffer.concat(chunks) };
      length += value.byteLength;
      if (length > limit) break;
      chunks.push(value);
    }
  } catch {
    return { type: 'incomplete' };
  } finally {
    deadline.removeEventListener('abort', giveUp);
  }
  await reader.cancel().catch(() => undefined);
  return { type: 'too_large' };
}
