import type { EventDefinitions } from '@stepward/core/events';
import type { Handlers } from '../handlers.js';
import type { Handled, Receiver } from '../receiver.js';
import type { RequestHeaders } from '../verification/request-headers.js';

/** The response to the sender. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The result of reading a request's body. */
export type RequestBody =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array | string }
  | { readonly type: 'too_large' }
  /** The client disconnected. */
  | { readonly type: 'incomplete' }
  /** Earlier middleware read the bytes and did not keep them. */
  | { readonly type: 'consumed' };

/** A request of any framework. */
export interface IncomingRequest {
  readonly method: string;
  readonly headers: RequestHeaders;
  readonly readBody: () => Promise<RequestBody>;
}

/** The maximum size of a body in bytes: the sender's 256 KiB of data and its envelope, doubled. */
export const MAX_BODY_BYTES = 524_288;

/** Answers a request. Bindings only convert to and from their framework's types. */
export async function answerRequest<Events extends EventDefinitions>(
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
  { method, headers, readBody }: IncomingRequest,
): Promise<Answer> {
  if (method !== 'POST') return answer(405, 'Webhooks are sent by POST.', { allow: 'POST' });
  const body = await readBody();
  switch (body.type) {
    case 'bytes':
      return answerOf(await receiver.handle({ headers, body: body.bytes }, handlers));
    case 'too_large':
      return answer(413, 'The body is too large.', { connection: 'close' });
    case 'incomplete':
      return answer(400, 'The body is incomplete.');
    case 'consumed':
      return answerOf(await receiver.handle({ headers, body: null }, handlers));
  }
}

const CONSUMED =
  'The body was parsed before the webhook handler saw it, so its signature cannot be checked. ' +
  'Mount the handler before express.json() and other body parsers, or give its path ' +
  "express.raw({ type: 'application/json', limit: '512kb' }) first.";

/** 2xx and `abort` end a delivery, 410 the subscription, and anything else asks the sender to try again. */
function answerOf<Events extends EventDefinitions>(outcome: Handled<Events>): Answer {
  switch (outcome.type) {
    case 'handled':
    case 'unconfirmed':
    case 'duplicate':
      return { status: 204, headers: {}, body: null };
    case 'gone':
      return answer(410, 'Nothing more is wanted here.');
    case 'aborted':
      return answer(422, 'The event cannot be handled.', { 'webhook-delivery': 'abort' });
    case 'refused':
      return outcome.reason === 'body_consumed'
        ? answer(500, CONSUMED)
        : answer(400, 'The signature or the body is not valid.');
    case 'busy': {
      const seconds = Math.ceil(outcome.retryAfterMs / 1_000);
      return answer(409, 'The event is being handled.', { 'retry-after': String(seconds) });
    }
    case 'failed':
      return answer(500, 'The event could not be handled.');
  }
}

function answer(status: number, body: string, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}
