import type { EventDefinitions, NoHostEvents } from '@stepward/core/events';
import { answerRequest, MAX_BODY_BYTES, type RequestBody } from './answer.js';
import { concatBytes } from '../bytes.js';
import { checkBinding } from './check-binding.js';
import type { Handlers } from '../handlers.js';
import type { Receiver } from '../receiver.js';

/** Receives in any runtime with the Fetch API: Deno, Bun, Hono, Next.js, edge runtimes. */
export function fetchHandler<Events extends EventDefinitions = NoHostEvents>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
): (request: Request) => Promise<Response> {
  checkBinding('fetchHandler', receiver, handlers);
  return async (request) => {
    const { status, headers, body } = await answerRequest(receiver, handlers, {
      method: request.method,
      headers: request.headers,
      readBody: () => readBody(request),
    });
    return new Response(body, { status, headers });
  };
}

async function readBody(request: Request): Promise<RequestBody> {
  if (request.bodyUsed) return { type: 'consumed' };
  if (request.body === null) return { type: 'bytes', bytes: '' };
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { type: 'bytes', bytes: concatBytes(chunks) };
      size += value.byteLength;
      if (size > MAX_BODY_BYTES) break;
      chunks.push(value);
    }
  } catch {
    return { type: 'incomplete' };
  }
  await reader.cancel().catch(() => undefined);
  return { type: 'too_large' };
}
