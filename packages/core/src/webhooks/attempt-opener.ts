import type { KeyRing } from '../shared/key-ring.js';
import { ATTEMPT_TIMEOUT_MS } from './attempt-time.js';
import { unopenedLine, type DeliveryLogLine } from './delivery-log-lines.js';
import type { TellExhausted } from './exhausted-event.js';
import { finishedWithoutAttempt } from './finished-delivery.js';
import type { DueAttempt } from './due-attempt.js';
import { openAttempt, type OpenedAttempt, type Opening } from './open-attempt.js';
import type { OpenedDelivery } from './opened-delivery.js';
import type { PendingDelivery, SubscriberKey } from './pending-delivery.js';
import { renderRequest, type RequestStyle } from './render-request.js';
import { openLiveSecrets } from './signing-secret.js';
import type { SealedSecret } from './subscriber.js';
import type { WebhookOptions } from './subscriber-service.js';

export interface AttemptOpenerOptions {
  readonly webhooks: WebhookOptions;
  /** Attempts of one delivery at most. */
  readonly maxAttempts: number;
  readonly tellExhausted: TellExhausted;
  readonly log: (line: DeliveryLogLine) => void;
}

/** Returns what makes attempts of a batch of deliveries that storage has read, each signed now. */
export function createAttemptOpener(
  { webhooks, maxAttempts, tellExhausted, log }: AttemptOpenerOptions,
  now: Date,
): (delivery: PendingDelivery, opened: OpenedDelivery | null) => OpenedAttempt {
  const secretsOf = createSecretsOpener(webhooks.keys, now);
  const style = requestStyle(webhooks);

  function dueAttempt(
    delivery: PendingDelivery,
    { event, subscriber }: Extract<Opening, { type: 'due' }>,
  ): DueAttempt {
    const due = { delivery, number: delivery.attempts + 1, event, subscriber, startedAt: now };
    const secrets = secretsOf(delivery, subscriber.secrets);
    if (secrets === null) log(unopenedLine(delivery));
    return { ...due, request: secrets && renderRequest(due, secrets, style) };
  }

  return (delivery, opened) => {
    const opening = openAttempt(delivery, opened, now, maxAttempts);
    switch (opening.type) {
      case 'gone':
      case 'waits':
        return { ...opening, delivery };
      case 'over': {
        const { type, status, eventType } = opening;
        const event =
          status === 'exhausted' ? tellExhausted({ ...delivery, eventType }, now) : null;
        return { type, finished: finishedWithoutAttempt(delivery, status, now, event) };
      }
      case 'due':
        return {
          type: 'due',
          attempt: dueAttempt(delivery, opening),
          standing: opening.standing,
        };
    }
  };
}

const DEFAULT_SOURCE = 'stepward';

function requestStyle({
  source = DEFAULT_SOURCE,
  standardWebhooks = true,
}: WebhookOptions): RequestStyle {
  return { source, standardWebhooks, timeoutMs: ATTEMPT_TIMEOUT_MS };
}

/** Opens the secrets of each subscriber once, for the deliveries of one batch: opening them takes longer than signing. */
function createSecretsOpener(
  keys: KeyRing,
  now: Date,
): (owner: SubscriberKey, secrets: readonly SealedSecret[]) => readonly string[] | null {
  const opened = new Map<string, readonly string[] | null>();
  return ({ tenantId, subscriberId }, secrets) => {
    // An id is a UUID, so no two subscribers have one name.
    const name = `${subscriberId} ${tenantId}`;
    const known = opened.get(name);
    if (known !== undefined) return known;
    const live = openLiveSecrets(keys, { tenantId, subscriberId }, secrets, now);
    opened.set(name, live);
    return live;
  };
}
