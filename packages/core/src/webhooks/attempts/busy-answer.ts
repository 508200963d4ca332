import type { BusyAnswer } from '../scheduling/pause.js';
import { retryAfterMs } from './retry-after.js';
import type { WebhookOutcome } from './webhook-post.js';

/** The receiver, or what is before it, takes nothing for now (RFC 6585 section 4, RFC 9110 sections 15.6.3 to 15.6.5). */
const BUSY_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Returns what an answer asks for where it says that the subscriber is busy; null for any other result. */
export function busyAnswer(
  outcome: WebhookOutcome | { readonly type: 'handled' | 'failed' },
  now: Date,
): BusyAnswer | null {
  if (outcome.type !== 'answered' || !BUSY_STATUSES.includes(outcome.status)) return null;
  return { retryAfterMs: retryAfterMs(outcome.retryAfter, now) };
}
