import { ATTEMPT_TIMEOUT_MS } from './attempt-time.js';
import { unopenedLine, type DeliveryLogLine } from '../delivery-log-lines.js';
import type { TellExhausted } from '../exhausted-event.js';
import { finishedWithoutAttempt, type OverDelivery } from './finished-delivery.js';
import type { DueAttempt, OpenedDelivery, OpenedSubscriber } from './opened-delivery.js';
import type { PendingDelivery } from '../pending-delivery.js';
import { renderRequest } from './render-request.js';
import type { Standing } from '../scheduling/schedule.js';
import { openLiveSecrets } from '../subscribers/signing-secret.js';
import type { SealedSecret } from '../subscribers/subscriber.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';

/** A delivery that a worker took out of its schedule, as storage has it now. */
export type OpenedAttempt =
  | { readonly type: 'due'; readonly attempt: DueAttempt }
  /** Its subscriber is paused. */
  | { readonly type: 'waits'; readonly standing: Standing }
  | OverDelivery
  /** It has ended meanwhile, or waits for another attempt than this one. */
  | { readonly type: 'gone' };

export interface AttemptOpenerOptions {
  readonly webhooks: {
    readonly keys: KeyRing;
    readonly source?: string;
    readonly standardWebhooks?: boolean;
  };
  /** Attempts of one delivery at most. */
  readonly maxAttempts: number;
  readonly tellExhausted: TellExhausted;
  readonly log: (line: DeliveryLogLine) => void;
}

/**
 * Returns what decides about each delivery of a batch that storage has read: it is skipped where its subscriber was disabled
 * or deleted, and exhausted where its attempts are used up, because the schedule was shortened. Otherwise an attempt of it is
 * signed with that time, unless its subscriber is paused.
 */
export function createAttemptOpener(
  { webhooks, maxAttempts, tellExhausted, log }: AttemptOpenerOptions,
  now: Date,
): (delivery: PendingDelivery, opened: OpenedDelivery | null) => OpenedAttempt {
  const { source = DEFAULT_SOURCE, standardWebhooks = true } = webhooks;
  const style = { source, standardWebhooks, timeoutMs: ATTEMPT_TIMEOUT_MS };
  /** The secrets of each subscriber are opened once a batch, for that takes longer than signing. */
  const secretsOf = new Map<readonly SealedSecret[], readonly string[] | null>();

  function openSecrets(
    delivery: PendingDelivery,
    { secrets }: OpenedSubscriber,
  ): readonly string[] | null {
    const known = secretsOf.get(secrets);
    if (known !== undefined) return known;
    const live = openLiveSecrets(webhooks.keys, delivery, secrets, now);
    secretsOf.set(secrets, live);
    return live;
  }

  return (delivery, opened) => {
    if (opened === null) return { type: 'gone' };
    const { event, subscriber } = opened;
    if (subscriber?.enabled !== true) {
      return { type: 'over', finished: finishedWithoutAttempt(delivery, 'skipped', now, null) };
    }
    if (delivery.attempts >= maxAttempts) {
      const told = tellExhausted({ ...delivery, eventType: event.type }, now);
      return { type: 'over', finished: finishedWithoutAttempt(delivery, 'exhausted', now, told) };
    }
    const { pausedUntil, isOnTrial } = subscriber;
    if (pausedUntil !== null && pausedUntil > now) {
      return { type: 'waits', standing: { pausedUntil, isOnTrial } };
    }
    const number = delivery.attempts + 1;
    const secrets = openSecrets(delivery, subscriber);
    if (secrets === null) log(unopenedLine(delivery));
    const request =
      secrets &&
      renderRequest({ delivery, number, event, subscriber, startedAt: now }, secrets, style);
    const attempt = { delivery, number, event, subscriber, startedAt: now, request };
    return { type: 'due', attempt };
  };
}

const DEFAULT_SOURCE = 'stepward';
