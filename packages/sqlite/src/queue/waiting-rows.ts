import type { PendingDelivery, WaitingEvent, WaitingSubscriber } from '@stepward/core/adapter';
import { type Fields, fieldsOf } from '../rows/index.js';

/** A row of the outbox, as workers see it. */
export const WAITING_EVENT: Fields<WaitingEvent> = fieldsOf<WaitingEvent>({
  tenantId: 'plain',
  shard: 'plain',
  eventId: 'plain',
  emittedAt: 'time',
});

export const WAITING_SUBSCRIBER: Fields<WaitingSubscriber> = fieldsOf<WaitingSubscriber>({
  tenantId: 'plain',
  subscriberId: 'plain',
  shard: 'plain',
});

export const PENDING: Fields<PendingDelivery> = fieldsOf<PendingDelivery>({
  tenantId: 'plain',
  subscriberId: 'plain',
  shard: 'plain',
  deliveryId: 'plain',
  eventId: 'plain',
  attempts: 'plain',
  isLate: 'flag',
  dueAt: 'time',
});
