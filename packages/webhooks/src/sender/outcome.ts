import type { WebhookFailure, WebhookOutcome } from '@stepward/core/adapter';
import type { Dispatcher } from 'undici';
import { CertificateFailure } from './client-certificates.js';
import { ConnectFailure } from './pinned-connector.js';

/** Bytes of a response body that are read. */
const MAX_ANSWER_BYTES = 16 * 1024;

/**
 * Reads a response. Of a longer body the beginning is kept and the connection is closed. Rejects if the body breaks
 * off before that.
 */
export async function readAnswer(answer: Dispatcher.ResponseData): Promise<WebhookOutcome> {
  const { 'retry-after': retryAfter = null, 'webhook-delivery': delivery = null } = answer.headers;
  return {
    type: 'answered',
    status: answer.statusCode,
    retryAfter: Array.isArray(retryAfter) ? (retryAfter[0] ?? null) : retryAfter,
    delivery: Array.isArray(delivery) ? delivery.join(',') : delivery,
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

/** By the result of `codeOf`; any other code means that the connection broke. */
const REASONS: Readonly<Partial<Record<string, WebhookFailure>>> = {
  ANSWER_OVERFLOW: 'bad_answer',
  HTTPParserError: 'bad_answer',
  UND_ERR_HEADERS_OVERFLOW: 'bad_answer',
};

/** Returns why an attempt without a complete response failed, except for its timeout. */
export function failureOf(error: unknown): WebhookFailure {
  if (error instanceof ConnectFailure) return error.reason;
  if (error instanceof CertificateFailure) return 'client_certificate_failed';
  if (isCutShort(error)) return 'connection_lost';
  const code = codeOf(error);
  // With TLS 1.3, a receiver refuses a client certificate after the handshake.
  if (code.startsWith('ERR_SSL_')) return 'tls_failed';
  return REASONS[code] ?? 'connection_lost';
}

/**
 * Returns the code of an error or of its cause or, for undici's parser errors without one, the name. It is safe to
 * log, unlike the message.
 */
export function codeOf(error: unknown): string {
  if (error instanceof ConnectFailure) return codeOf(error.cause);
  if (error instanceof CertificateFailure) return error.fault;
  if (!(error instanceof Error)) return '';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** A response that ends early: undici's parser reports it with a message but without a code. */
function isCutShort(error: unknown): boolean {
  return (
    error instanceof Error &&
    error.name === 'HTTPParserError' &&
    error.message.includes('Invalid EOF state')
  );
}
