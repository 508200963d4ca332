import { prepareOwnEvent, type EventStamp, type PreparedEvent } from '../events/new-event.js';
import type { Delivery } from './delivery.js';

/** Deliveries of these events emit no `webhook.exhausted`, which could itself be exhausted, without end. */
const SILENT_PREFIX = 'webhook.';

/** The data of the event of an exhausted delivery. */
export type ExhaustedDelivery = Pick<Delivery, 'id' | 'subscriberId' | 'eventType' | 'attempts'>;

/**
 * The event that is stored together with a delivery that becomes `exhausted`: all attempts failed, or the subscriber
 * answered 410. Null for a delivery of a `webhook.*` event.
 */
export function exhaustedEvent(
  tenantId: string,
  delivery: ExhaustedDelivery,
  made: EventStamp,
): PreparedEvent | null {
  const { id, subscriberId, eventType, attempts } = delivery;
  if (eventType.startsWith(SILENT_PREFIX)) return null;
  const data = {
    subscriber_id: subscriberId,
    delivery_id: id,
    event_type: eventType,
    attempts,
    exhausted_at: made.now.toISOString(),
  };
  return prepareOwnEvent({ type: 'webhook.exhausted', tenantId, data }, made);
}
