import type { Actor } from '../../records/actor.js';
import { recordAudit, type AuditWiring } from '../../audit/audit-recorder-service.js';
import { recordEvent } from '../../events/event-recorder-service.js';
import type { WebhookStorage } from '../../ports/storage.js';
import { inUnitOfWork } from '../../shared/storage/in-unit-of-work.js';
import { disableSubscriber, type DisablingCause } from './disable-subscriber.js';
import { failingNotice } from './failing-subscriber.js';
import { findSubscriber } from './require-subscriber.js';
import type { SubscriberKey } from '../pending-delivery.js';
import { auditedFields, changing } from './change-subscriber.js';

export interface DisablingWiring extends AuditWiring {
  readonly storage: WebhookStorage;
}

/**
 * Disables a subscriber automatically, and emits `webhook.disabled`. Returns false, and changes nothing, where it is
 * disabled already, or where the cause no longer applies: the URL was changed, or it has been failing for less
 * than 5 days.
 */
export function disableAutomatically(
  wiring: DisablingWiring,
  { tenantId, subscriberId }: SubscriberKey,
  cause: DisablingCause,
): Promise<boolean> {
  return inUnitOfWork(wiring.storage, changing({ tenantId }), async (stores) => {
    const found = await findSubscriber(stores, subscriberId);
    if (found === null) return false;
    const now = wiring.clock.now();
    const changed = disableSubscriber(found, cause, now);
    if (changed === found) return false;
    await stores.subscribers.put(changed);
    const { reason } = cause;
    const details = { ...auditedFields(changed), reason };
    const disabled = { type: 'webhook.disabled', actor: WORKER, target: subscriberId } as const;
    await recordAudit(wiring, stores, { ...disabled, details, client: null });
    const data = { subscriber_id: subscriberId, reason, disabled_at: now.toISOString() };
    await recordEvent(wiring, stores, { type: 'webhook.disabled', tenantId, data });
    return true;
  });
}

/** Emits `webhook.failing` if a notice is due: see {@link failingNotice}. */
export function noticeFailing(
  wiring: DisablingWiring,
  { tenantId, subscriberId }: SubscriberKey,
): Promise<void> {
  return inUnitOfWork(wiring.storage, changing({ tenantId }), async (stores) => {
    const found = await findSubscriber(stores, subscriberId);
    const now = wiring.clock.now();
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
    await recordEvent(wiring, stores, { type: 'webhook.failing', tenantId, data });
  });
}

const WORKER: Actor = { type: 'system', id: 'webhooks' };
