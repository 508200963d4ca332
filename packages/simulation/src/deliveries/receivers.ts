import type { Random } from '@stepward/core';
import type { WebhookOutcome, WebhookRequest } from '@stepward/core/adapter';

/** A request that has arrived at a receiver. */
export interface ReceivedRequest {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly attempt: number;
  readonly outcome: WebhookOutcome;
}

/** What was sent to a URL, and answered there. */
export interface SentTo {
  readonly isTried: boolean;
  /** Whether an answer asked for a pause. */
  readonly isBusy: boolean;
  readonly isGone: boolean;
  readonly hasAccepted: boolean;
}

const NOTHING_SENT = { isTried: false, isBusy: false, isGone: false, hasAccepted: false };

/** The services that get webhooks. Each has its own way to fail, which the seed chose. */
export interface Receivers {
  /** Answers a request. */
  receive(request: WebhookRequest): WebhookOutcome;
  readonly received: readonly ReceivedRequest[];
  /** Takes note of a request that leaves a worker, whether it arrives or not. */
  sending(url: string): void;
  sentTo(url: string): SentTo;
  /** From now on all requests are accepted. */
  calm(): void;
}

const answered = (status: number, retryAfter: string | null = null): WebhookOutcome => ({
  ...{ type: 'answered', status, retryAfter, body: '' },
});

/** Percent of the requests that fail. */
const FAILING = [0, 5, 50, 100] as const;

const FAILURES: readonly WebhookOutcome[] = [
  answered(500),
  answered(503, '2'),
  answered(429, '40'),
  { type: 'failed', reason: 'connection_lost' },
];

export function createReceivers(random: Random): Receivers {
  const received: ReceivedRequest[] = [];
  const failing = new Map<string, number>();
  const sent = new Map<string, SentTo>();
  let isCalm = false;

  function answer(url: string): WebhookOutcome {
    if (isCalm) return answered(204);
    const percent = failing.get(url) ?? FAILING[random.integer(FAILING.length)] ?? 0;
    failing.set(url, percent);
    if (random.integer(100) >= percent) return answered(random.integer(2) === 0 ? 200 : 204);
    if (random.integer(200) === 0) return answered(410);
    return FAILURES[random.integer(FAILURES.length)] ?? answered(500);
  }

  function note(url: string, more: Partial<SentTo>): void {
    sent.set(url, { ...NOTHING_SENT, ...sent.get(url), ...more });
  }

  function noteAnswer(url: string, outcome: WebhookOutcome): void {
    if (outcome.type !== 'answered') return;
    const { status } = outcome;
    if (status < 300) note(url, { hasAccepted: true });
    if (status === 410) note(url, { isGone: true });
    if (status === 429 || status === 503) note(url, { isBusy: true });
  }

  return {
    received,
    sending: (url) => note(url, { isTried: true }),
    sentTo: (url) => sent.get(url) ?? NOTHING_SENT,
    receive({ url, headers, body }) {
      const outcome = answer(url);
      noteAnswer(url, outcome);
      const { idempotency_key: eventId } = JSON.parse(body) as { idempotency_key: string };
      const deliveryId = headers['x-webhook-id'] ?? '';
      received.push({
        deliveryId,
        eventId,
        attempt: Number(headers['x-webhook-attempt']),
        outcome,
      });
      return outcome;
    },
    calm: () => (isCalm = true),
  };
}
