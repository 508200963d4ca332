import type { Actor } from '../access/actor.js';
import type { AuditRecorder } from '../audit/audit-recorder-service.js';
import type { EventRecorder } from '../events/event-recorder-service.js';
import type { Clock } from '../ports/clock.js';
import type { WebhookStorage } from '../ports/storage.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { disableSubscriber, type DisablingCause } from './disable-subscriber.js';
import { failingNotice } from './failing-subscriber.js';
import { findSubscriber } from './find-subscriber.js';
import type { SubscriberKey } from './pending-delivery.js';
import { auditedFields, changing } from './subscriber-change.js';

/** What a delivery worker does about subscribers that are gone, or fail. */
export interface DisablingService {
  /**
   * Disables a subscriber automatically, and emits `webhook.disabled`. Returns false, and changes nothing, where it is
   * disabled already, or where the cause no longer applies: the URL was changed, or it has been failing for less
   * than 5 days.
   */
  disable(subscriber: SubscriberKey, cause: DisablingCause): Promise<boolean>;
  /** Emits `webhook.failing` if a notice is due: see {@link failingNotice}. */
  noticeFailing(subscriber: SubscriberKey): Promise<void>;
}

export interface DisablingServiceOptions {
  readonly storage: WebhookStorage;
  readonly audit: AuditRecorder;
  readonly events: EventRecorder;
  readonly clock: Clock;
}

export function createDisablingService(options: DisablingServiceOptions): DisablingService {
  const { storage, audit, events, clock } = options;
  return {
    disable: ({ tenantId, subscriberId }, cause) =>
      inUnitOfWork(storage, changing({ tenantId }), async (stores) => {
        const found = await findSubscriber(stores, subscriberId);
        if (found === null) return false;
        const now = clock.now();
        const changed = disableSubscriber(found, cause, now);
        if (changed === found) return false;
        await stores.subscribers.put(changed);
        const { reason } = cause;
        const details = { ...auditedFields(changed), reason };
        const disabled = { type: 'webhook.disabled', actor: WORKER, target: subscriberId } as const;
        await audit.record(stores, { ...disabled, details });
        const data = { subscriber_id: subscriberId, reason, disabled_at: now.toISOString() };
        await events.record(stores, { type: 'webhook.disabled', tenantId, data });
        return true;
      }),

    noticeFailing: ({ tenantId, subscriberId }) =>
      inUnitOfWork(storage, changing({ tenantId }), async (stores) => {
        const found = await findSubscriber(stores, subscriberId);
        const now = clock.now();
        const notice = found?.enabled === true ? failingNotice(found, now) : null;
        if (found === null || notice === null) return;
        await stores.subscribers.put({ ...found, failingNoticedAt: now });
        const data = {
          subscriber_id: subscriberId,
          elapsed: notice.elapsed,
          failing_since: notice.failingSince.toISOString(),
          disables_at: notice.disablesAt.toISOString(),
          noticed_at: now.toISOString(),
        };
        await events.record(stores, { type: 'webhook.failing', tenantId, data });
      }),
  };
}

const WORKER: Actor = { type: 'system', id: 'webhooks' };
