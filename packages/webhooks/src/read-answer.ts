import type { WebhookOutcome } from '@stepward/core/adapter';
import type { Dispatcher } from 'undici';

/** Bytes of a response body that are read. */
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Reads a response. Of a longer body the beginning is kept and the connection is closed. Rejects if the body breaks
 * off before that.
 */
export async function readAnswer(answer: Dispatcher.ResponseData): Promise<WebhookOutcome> {
  const retryAfter = answer.headers['retry-after'] ?? null;
  return {
    type: 'answered',
    status: answer.statusCode,
    retryAfter: Array.isArray(retryAfter) ? (retryAfter[0] ?? null) : retryAfter,
    body: await readText(answer.body),
  };
}

/** Invalid UTF-8 becomes U+FFFD. Nothing is decompressed, because the request offered no encoding. */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the body, and also the connection if the body is incomplete.
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString();
}
