/** Bytes of an answer that are read. The longest are pages of 100 events of 256 KiB each: 25 MiB. */
const MAX_ANSWER = 32 * 1024 * 1024;

/** One request and its answer. */
export interface Exchange {
  /** Sends the request; resolves when the body of the answer has come whole. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** How far it has come: the answer, once its body has been read. */
  readonly state: () => 'unsent' | 'sent' | Response;
}

/**
 * Reads the answer of one request as a bounded text. An answer that is longer, or that repeats the secret, is an error.
 *
 * @param secret null where the request has none that this client knows.
 */
export function createExchange(
  fetch: (request: Request) => Promise<Response>,
  secret: string | null,
): Exchange {
  let state: ReturnType<Exchange['state']> = 'unsent';
  return {
    state: () => state,
    async fetch(request) {
      state = 'sent';
      const response = await fetch(request);
      const text = await readText(response);
      state = response;
      if (text === null || repeats(text, secret)) throw new Error('the answer is unreadable');
      const { status, headers } = response;
      const retryAfter = headers.get('retry-after');
      // Without the length, which is that of a compressed body.
      return new Response(text === '' ? null : text, {
        status,
        ...(retryAfter !== null && { headers: { 'retry-after': retryAfter } }),
      });
    },
  };
}

/** The body; null where it is too long. Rejects where the connection breaks off. */
async function readText({ body }: Response): Promise<string | null> {
  if (body === null) return '';
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > MAX_ANSWER) break;
    text += decoder.decode(value, { stream: true });
  }
  reader.cancel().catch(() => undefined);
  return null;
}

/** Whether a JSON text has the secret in it, as JSON writes it. */
function repeats(text: string, secret: string | null): boolean {
  return secret !== null && text.includes(JSON.stringify(secret).slice(1, -1));
}
