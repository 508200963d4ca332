import type { WebhookFailure } from '@stepward/core/adapter';
import { ConnectFailure } from './pinned-connector.js';

/** By the result of `codeOf`; any other code means that the connection broke. */
const REASONS: Readonly<Partial<Record<string, WebhookFailure>>> = {
  ANSWER_OVERFLOW: 'bad_answer',
  HTTPParserError: 'bad_answer',
  UND_ERR_HEADERS_OVERFLOW: 'bad_answer',
};

/** Returns why an attempt without a complete response failed, except for its timeout. */
export function failureOf(error: unknown): WebhookFailure {
  if (error instanceof ConnectFailure) return error.reason;
  if (isCutShort(error)) return 'connection_lost';
  return REASONS[codeOf(error)] ?? 'connection_lost';
}

/**
 * Returns the code of an error or of its cause or, for undici's parser errors without one, the name. It is safe to
 * log, unlike the message.
 */
export function codeOf(error: unknown): string {
  if (error instanceof ConnectFailure) return codeOf(error.cause);
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
