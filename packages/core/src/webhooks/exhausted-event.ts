import type { PreparedEvent } from '../records/stored-event.js';
import { prepareOwnEvent, type EventStamp } from '../events/new-event.js';
import { isHandlerId } from './handlers/handler.js';
import type { SubscriberKey } from './pending-delivery.js';

/** Deliveries of these events emit no `webhook.exhausted`, which could itself be exhausted, without end. */
const SILENT_PREFIX = 'webhook.';

/** The data of the event of an exhausted delivery. */
export interface ExhaustedDelivery extends SubscriberKey {
  readonly deliveryId: string;
  readonly eventType: string;
  /** The attempts that were made. */
  readonly attempts: number;
}

/** Makes that event under a new id. */
export type TellExhausted = (delivery: ExhaustedDelivery, now: Date) => PreparedEvent | null;

/**
 * The event that is stored together with a delivery that becomes `exhausted`: all attempts failed, or the subscriber
 * wants no other one. Null for a delivery of a `webhook.*` event, and for one to a handler, because handlers are the host's.
 */
export function exhaustedEvent(
  { tenantId, subscriberId, deliveryId, eventType, attempts }: ExhaustedDelivery,
  made: EventStamp,
): PreparedEvent | null {
  if (eventType.startsWith(SILENT_PREFIX) || isHandlerId(subscriberId)) return null;
  const data = {
    subscriber_id: subscriberId,
    delivery_id: deliveryId,
    event_type: eventType,
    attempts,
    exhausted_at: made.now.toISOString(),
  };
  return prepareOwnEvent({ type: 'webhook.exhausted', tenantId, data }, made);
}
