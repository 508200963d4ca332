import { expect, it } from 'vitest';
import { DELIVERY_STATUSES, type Delivery } from './delivery.js';
import { addMs } from '../shared/duration.js';
import { newDelivery, replayDelivery } from './new-delivery.js';

const NOW = new Date('2026-01-01T00:00:00.000Z');
const EVENT = {
  id: 'event-1',
  type: 'user.deleted',
  organisationId: null,
  data: '{}',
  emittedAt: new Date(0),
  expiresAt: null,
  version: null,
};
const FRESH: Delivery = {
  id: 'delivery-1',
  subscriberId: 'sub-1',
  eventId: 'event-1',
  eventType: 'user.deleted',
  status: 'pending',
  attempts: 0,
  dueAt: NOW,
  createdAt: NOW,
  finishedAt: null,
  replayOf: null,
  sequence: null,
};

it('a delivery is due at once', () => {
  expect(newDelivery('delivery-1', 'sub-1', EVENT, NOW)).toEqual(FRESH);
});

it.each(DELIVERY_STATUSES.filter((status) => status !== 'pending'))(
  'a delivery that came to its end as %s is repeated under a new id, from its first attempt',
  (status) => {
    const ended: Delivery = {
      ...FRESH,
      id: 'delivery-0',
      status,
      attempts: 10,
      dueAt: null,
      createdAt: new Date(0),
      finishedAt: new Date(1),
      replayOf: 'delivery-00',
      sequence: 7,
    };
    const again = replayDelivery('delivery-1', ended, EVENT, NOW)._unsafeUnwrap();
    expect(again).toEqual({ ...FRESH, replayOf: 'delivery-0', sequence: 7 });
  },
);

it('a delivery on its way is not repeated', () => {
  const refused = replayDelivery('x', FRESH, EVENT, NOW);
  expect(refused._unsafeUnwrapErr()).toEqual({ code: 'delivery_pending' });
});

it('a delivery of an event that has expired is not repeated', () => {
  const ended: Delivery = { ...FRESH, status: 'delivered' };
  const at = (expiresAt: Date) => replayDelivery('x', ended, { expiresAt }, NOW);
  expect(at(NOW)._unsafeUnwrapErr()).toEqual({ code: 'event_expired' });
  expect(at(addMs(NOW, 1)).isOk()).toBe(true);
});
