import { describe, expect, it } from 'vitest';
import { addMs } from '../shared/duration.js';
import { openAttempt } from './open-attempt.js';
import type { OpenedDelivery, OpenedSubscriber } from './opened-delivery.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const EVENT = { id: 'e-1', type: 'user.deleted', data: '{}' };
const SUBSCRIBER: OpenedSubscriber = {
  id: 's-1',
  url: 'https://hooks.example.com',
  naming: 'canonical',
  secrets: [],
  enabled: true,
  pausedUntil: null,
  isOnTrial: false,
};
const EVENT_TYPE = EVENT.type;

function opening(opened: OpenedDelivery | null, attempts = 0) {
  const key = { tenantId: 'acme', subscriberId: 's-1', deliveryId: 'd-1', eventId: 'e-1' };
  const delivery = { ...key, shard: 9, attempts, isLate: false, dueAt: NOW };
  return openAttempt(delivery, opened, NOW, 3);
}

function of(parts: Partial<OpenedSubscriber>): OpenedDelivery {
  return { event: EVENT, subscriber: { ...SUBSCRIBER, ...parts } };
}

describe('an opened delivery', () => {
  it('is due where its subscriber takes it, on trial too', () => {
    expect(opening(of({ isOnTrial: true }), 2)).toEqual({
      type: 'due',
      event: EVENT,
      subscriber: { ...SUBSCRIBER, isOnTrial: true },
      standing: { pausedUntil: null, isOnTrial: true },
    });
  });

  it('is gone where it has ended meanwhile', () => {
    expect(opening(null)).toEqual({ type: 'gone' });
  });

  it.each([[null], [{ ...SUBSCRIBER, enabled: false, pausedUntil: addMs(NOW, 1) }]])(
    'is skipped where its subscriber was deleted or disabled: %j',
    (subscriber) => {
      const over = { type: 'over', status: 'skipped', eventType: EVENT_TYPE };
      expect(opening({ event: EVENT, subscriber }, 3)).toEqual(over);
    },
  );

  it('is exhausted where the schedule was shortened to the attempts that it had', () => {
    const over = { type: 'over', status: 'exhausted', eventType: EVENT_TYPE };
    expect(opening(of({ pausedUntil: addMs(NOW, 1) }), 3)).toEqual(over);
    expect(opening(of({}), 4)).toEqual(over);
  });

  it('waits until the pause of its subscriber ends', () => {
    const pausedUntil = addMs(NOW, 1);
    expect(opening(of({ pausedUntil, isOnTrial: true }))).toEqual({
      type: 'waits',
      standing: { pausedUntil, isOnTrial: true },
    });
    expect(opening(of({ pausedUntil: NOW })).type).toBe('due');
  });
});
