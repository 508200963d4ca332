import type { WebhookOutcome, WebhookSender } from '@stepward/core/adapter';

/** A signed event, and where it goes. */
export interface PushRequest {
  readonly tenantId: string;
  readonly url: string;
  /** The value of the `Authorization` header; null for none. */
  readonly authorization: string | null;
  /** The signed event. */
  readonly token: string;
}

/** How a push ended. `refused`: the receiver says that it will not take this event. */
export type PushOutcome =
  | { readonly type: 'accepted' }
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'failed'; readonly why: string };

/** Milliseconds for one push. */
const PUSH_TIMEOUT_MS = 6_000;

/** Sends one event to the receiver of a stream (RFC 8935, section 2.1). Never rejects. */
export async function pushEvent(
  sender: WebhookSender,
  { tenantId, url, authorization, token }: PushRequest,
): Promise<PushOutcome> {
  const outcome = await sender.send({
    tenantId,
    url,
    headers: {
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
      ...(authorization !== null && { authorization }),
    },
    body: token,
    timeoutMs: PUSH_TIMEOUT_MS,
  });
  return readPushOutcome(outcome);
}

/** 202 acknowledges an event, 400 with an error code refuses it (RFC 8935, sections 2.2 and 2.3). */
function readPushOutcome(outcome: WebhookOutcome): PushOutcome {
  if (outcome.type === 'failed') return { type: 'failed', why: outcome.reason };
  const { status, body } = outcome;
  if (status === 202) return { type: 'accepted' };
  const code = status === 400 ? errorCodeOf(body) : null;
  if (code !== null) return { type: 'refused', why: `the receiver answered ${code}` };
  return { type: 'failed', why: `the receiver answered ${String(status)}, not 202` };
}

/** The codes of RFC 8935, section 2.4, and of SSF 1.0: nothing else of an answer reaches a log. */
const ERROR_CODES: readonly unknown[] = [
  'invalid_request',
  'invalid_key',
  'invalid_issuer',
  'invalid_audience',
  'authentication_failed',
  'access_denied',
  'invalid_state',
];

function errorCodeOf(body: string): string | null {
  try {
    const { err } = JSON.parse(body) as { readonly err?: unknown };
    return ERROR_CODES.includes(err) ? String(err) : null;
  } catch {
    return null;
  }
}
