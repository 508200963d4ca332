import { describe, expect, it } from 'vitest';
import { ringOf } from '../../../test/webhook-host.js';
import { z } from 'zod';
import { defineEvent } from '../../events/catalogue/define-event.js';
import { createEventRegistry } from '../../events/catalogue/event-registry.js';
import { addMs } from '../../shared/duration.js';
import { handlerId } from '../handlers/handler.js';
import { sealSecret } from '../subscribers/signing-secret.js';
import { createAttemptOpener } from './open-attempt.js';
import type { OpenedDelivery, OpenedSubscriber } from './attempt.js';

const NOW = new Date('2026-01-10T12:00:00.000Z');
const EVENT = {
  ...{ id: 'e-1', type: 'user.deleted', organisationId: null, data: '{}' },
  emittedAt: NOW,
  expiresAt: null,
  version: null,
};
const SUBSCRIBER: OpenedSubscriber = {
  id: 's-1',
  url: 'https://hooks.example.com',
  naming: 'canonical',
  signature: 'v1',
  body: 'full',
  version: null,
  clientCertificate: null,
  headers: null,
  secrets: [],
  enabled: true,
  pausedUntil: null,
  isOnTrial: false,
  busyPauses: 0,
};
const RING = ringOf('w1', 9);
const OWNER = { tenantId: 'acme', subscriberId: 's-1' };
const orderShipped = defineEvent({
  description: 'an order leaves the warehouse',
  versions: {
    '2026-11-01': z.strictObject({ id: z.string(), to: z.string() }),
    '2027-02-01': z.strictObject({ id: z.string(), to: z.strictObject({ city: z.string() }) }),
  },
  down: { '2027-02-01': ({ id, to }) => ({ id, to: to.city }) },
  example: { id: 'o', to: { city: 'X' } },
});
const TOLD = {
  event: EVENT,
  patterns: [],
  orderingKey: null,
};

function opening(opened: OpenedDelivery | null, attempts = 0, subscriberId = 's-1') {
  const key = { tenantId: 'acme', subscriberId, deliveryId: 'd-1', eventId: 'e-1' };
  const delivery = { ...key, shard: 9, attempts, isLate: false, dueAt: NOW };
  const open = createAttemptOpener(
    {
      webhooks: { keys: RING },
      maxAttempts: 3,
      tellExhausted: () => TOLD,
      eventRegistry: createEventRegistry({ 'order.shipped': orderShipped }),
    },
    NOW,
  );
  return open(delivery, opened);
}

function of(parts: Partial<OpenedSubscriber>): OpenedDelivery {
  return { event: EVENT, subscriber: { ...SUBSCRIBER, ...parts }, sequence: 12 };
}

describe('an opened delivery', () => {
  it('is due where its subscriber takes it, on trial too', () => {
    const subscriber = { ...SUBSCRIBER, isOnTrial: true, busyPauses: 0 };
    expect(opening(of(subscriber), 2)).toMatchObject({
      ...{ type: 'due', number: 3, event: EVENT, subscriber, sequence: 12, startedAt: NOW },
    });
  });

  it('is gone where it has ended meanwhile', () => {
    expect(opening(null)).toBeNull();
  });

  it.each([[null], [{ ...SUBSCRIBER, enabled: false, pausedUntil: addMs(NOW, 1) }]])(
    'is skipped where its subscriber was deleted or disabled: %j',
    (subscriber) => {
      const over = { type: 'over', status: 'skipped', finishedAt: NOW, event: null };
      expect(opening({ event: EVENT, subscriber, sequence: 12 }, 3)).toMatchObject(over);
    },
  );

  it('has the data in the version of its subscriber, and only the id where the body is thin', () => {
    const secrets = [
      { sealed: sealSecret(RING, OWNER, 'whsec_AA==', new Uint8Array(12)), expiresAt: null },
    ];
    const event = {
      ...EVENT,
      type: 'order.shipped',
      version: '2027-02-01',
      data: '{"id":"o","to":{"city":"X"}}',
    };
    const sent = (parts: Partial<OpenedSubscriber>) => {
      const opened = opening({
        event,
        subscriber: { ...SUBSCRIBER, secrets, ...parts },
        sequence: 1,
      });
      const request = opened?.type === 'due' ? opened.request : null;
      const { data } = JSON.parse(request?.body ?? '{}') as { data?: unknown };
      return [data, request?.headers['x-webhook-version']];
    };
    expect(sent({ version: null })).toEqual([{ id: 'o', to: 'X' }, '2026-11-01']);
    expect(sent({ version: '2027-02-01' })).toEqual([{ id: 'o', to: { city: 'X' } }, '2027-02-01']);
    expect(sent({ version: null, body: 'thin' })).toEqual([{ id: 'e-1' }, undefined]);
    const unknown = { ...event, version: '2027-09-01' };
    const opened = opening({ event: unknown, subscriber: { ...SUBSCRIBER, secrets }, sequence: 1 });
    expect(opened).toMatchObject({
      ...{ type: 'due', request: null, unsent: { type: 'failed', reason: 'version_unknown' } },
    });
  });

  it('is expired where its time is over, whatever holds its subscriber, and for a handler too', () => {
    const expired = { ...EVENT, expiresAt: NOW };
    const over = { type: 'over', status: 'expired', finishedAt: NOW, event: null };
    const paused = { ...SUBSCRIBER, pausedUntil: addMs(NOW, 1) };
    for (const subscriber of [SUBSCRIBER, paused]) {
      expect(opening({ event: expired, subscriber, sequence: 12 }, 3)).toMatchObject(over);
    }
    const call = { event: expired, subscriber: null, sequence: null };
    expect(opening(call, 0, handlerId('mail'))).toMatchObject(over);
    const later = { ...EVENT, expiresAt: addMs(NOW, 1) };
    expect(opening({ ...call, event: later }, 0, handlerId('mail'))?.type).toBe('due_call');
  });

  it('is exhausted where the schedule was shortened to the attempts that it had', () => {
    const over = { type: 'over', status: 'exhausted', finishedAt: NOW, event: TOLD };
    expect(opening(of({ pausedUntil: addMs(NOW, 1) }), 3)).toMatchObject(over);
    expect(opening(of({}), 4)).toMatchObject(over);
  });

  it('is due while its subscriber is paused: the schedule decides whether it goes on', () => {
    const subscriber = { ...SUBSCRIBER, pausedUntil: addMs(NOW, 1) };
    expect(opening(of(subscriber))).toMatchObject({ type: 'due', subscriber });
  });
});
