import type { SmsSender } from '@stepward/core';
import {
  checkOptions,
  isFunction,
  isText,
  optional,
  required,
  type OptionRules,
} from '@stepward/core/adapter';
import { sendOver, type HttpSmsSenderOptions } from './provider/send-over.js';

export type { SmsAnswer } from './provider/answers.js';
export type { HttpRequest } from './provider/http-post.js';
export type { HttpSmsSenderOptions, OutgoingSms } from './provider/send-over.js';

const OPTIONS: OptionRules<HttpSmsSenderOptions> = {
  provider: optional('a short name', isText),
  request: required('a function from a message to { url, headers, body }', isFunction),
  read: required('a function from an answer to a receipt or null', isFunction),
};

/**
 * A sender for any provider with an HTTP API, by two functions. Connections are kept and reused, answers are read up to
 * 64 KiB, redirects and proxies of the environment are not followed, and nothing is sent twice.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const smsSender = createHttpSmsSender({
 *   request: ({ id, to, body }) => ({
 *     url: 'https://sms.example.com/messages',
 *     headers: { 'content-type': 'application/json', 'idempotency-key': id },
 *     body: JSON.stringify({ to, text: body.reveal() }),
 *   }),
 *   read: ({ status }) => (status === 202 ? { status: 'accepted' } : null),
 * });
 */
export function createHttpSmsSender(options: HttpSmsSenderOptions): SmsSender {
  checkOptions('createHttpSmsSender', options, OPTIONS);
  return sendOver({ provider: 'http', ...options });
}
