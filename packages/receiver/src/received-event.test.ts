import { builtInEvents, catalogue, defineEvent, eventsAt, legacyName } from '@stepward/core/events';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { receiverOf, SECRET } from '../test/deliveries.js';
import { createReceiver } from './create-receiver.js';
import type { Envelope } from './verification/envelope.js';
import {
  EVENT_TYPES,
  OWN_EVENT_TYPES,
  testEvent,
  type EventType,
  type OwnEventType,
  type PersonName,
} from './index.js';
import { readEvent, type ReceivedEvent } from './received-event.js';

const now = new Date('2026-01-01T00:00:00.000Z');

function read(eventType: string, data: unknown): ReceivedEvent {
  const envelope: Envelope = {
    eventType,
    eventId: '0190f3a0-0000-7000-8000-000000000001',
    timestamp: now.toISOString(),
    idempotencyKey: '0190f3a0-0000-7000-8000-000000000002',
    data,
  };
  return readEvent(builtInEvents, envelope, null);
}

describe.each(['canonical', 'legacy'] as const)('in %s naming', (naming) => {
  it.each(EVENT_TYPES)('%s is read as what it is', async (eventType: EventType) => {
    const delivery = await testEvent<EventType>(eventType, { secret: SECRET, now, naming });
    expect(await receiverOf().receiver.receive(delivery)).toMatchObject({
      type: 'accepted',
      event: {
        known: true,
        eventType,
        originalName: naming === 'legacy' ? legacyName(eventType) : eventType,
        timestamp: '2026-01-01T00:00:00.000Z',
        data: catalogue[eventType].example,
      },
    });
  });
});

it.each(OWN_EVENT_TYPES)("%s, one of Stepward's own, is read as a known event", async (type) => {
  const delivery = await testEvent<OwnEventType>(type, { secret: SECRET, now });
  expect(await receiverOf().receiver.receive(delivery)).toMatchObject({
    type: 'accepted',
    event: { known: true, eventType: type, originalName: type },
  });
});

describe('the data', () => {
  const user = { email: 'ada@example.com', created_at: '2026-01-01T00:00:00Z' };

  // spec: catalogue/user.created
  it('gets its id where that came as identity_id', () => {
    expect(read('user.created', { identity_id: 'usr_1', ...user })).toMatchObject({
      known: true,
      data: { id: 'usr_1', identity_id: 'usr_1' },
    });
  });

  // spec: catalogue/user.created
  it.each(['Ada Lovelace', { first: 'Ada', last: 'Lovelace' }])(
    'may name a person by %j',
    (name) => {
      expect(read('user.created', { id: 'usr_1', name, ...user })).toMatchObject({
        known: true,
        data: { name },
      });
    },
  );

  it('keeps fields that the catalogue does not know', () => {
    const data = { id: 'usr_1', deleted_at: '2026-01-01T00:00:00Z', shade: ['new'] };
    expect(read('user.deleted', data)).toMatchObject({ known: true, data });
  });

  it.each<[string, string, unknown]>([
    ['lacks a field', 'user.deleted', { id: 'usr_1' }],
    ['has a field of another kind', 'user.deleted', { id: 1, deleted_at: '2026-01-01T00:00:00Z' }],
    ['has a word that is new', 'connection.created', { id: 'c', type: 'ldap', provider: 'x' }],
    ['is null', 'user.deleted', null],
    ['is a list', 'org.deleted', []],
  ])('is passed on as it came where it %s', (_, name, data) => {
    const event = read(name, data);
    expect(event).toMatchObject({ known: false, reason: 'data_mismatch', data });
    expect(event.eventType).toBe(name.replace(/^org\b/, 'organisation'));
  });
});

it.each(['user.promoted', 'constructor', '__proto__'])('%s is an unknown event', (name) => {
  expect(read(name, { a: 1 })).toEqual({
    known: false,
    reason: 'unknown_type',
    eventType: name,
    originalName: name,
    eventId: '0190f3a0-0000-7000-8000-000000000001',
    idempotencyKey: '0190f3a0-0000-7000-8000-000000000002',
    timestamp: '2026-01-01T00:00:00.000Z',
    sequence: null,
    data: { a: 1 },
  });
});

it('is discriminated by known, then by eventType', () => {
  const event = read('user.created', {});
  if (!event.known) {
    expectTypeOf(event.data).toBeUnknown();
    return;
  }
  if (event.eventType === 'user.created') {
    expectTypeOf(event.data.email).toBeString();
    expectTypeOf(event.data.name).toEqualTypeOf<PersonName | undefined>();
    // @ts-expect-error Users are not revoked.
    expect(event.data.revoked_at).toBeUndefined();
  }
  if (event.eventType === 'session.created') {
    expectTypeOf(event.data.aal).toEqualTypeOf<'aal1' | 'aal2'>();
  }
  // @ts-expect-error There is no such event.
  expect(event.eventType === 'org.created').toBe(false);
});

describe("an event of the sender's own", () => {
  const events = {
    'invoice.paid': defineEvent({
      description: 'an invoice is paid in full',
      data: z.object({ id: z.string(), cents: z.int() }),
      example: { id: 'inv_1', cents: 4900 },
    }),
  };
  const receiver = createReceiver({ secrets: [SECRET], clock: { now: () => now }, events });
  const deliver = (data = {}) => testEvent('invoice.paid', { secret: SECRET, now, events, data });

  it('is known and typed where the receiver has its definition', async () => {
    const received = await receiver.receive(await deliver({ cents: 1 }));
    if (received.type !== 'accepted' || !received.event.known) throw new Error(received.type);
    if (received.event.eventType !== 'invoice.paid') throw new Error(received.event.eventType);
    expectTypeOf(received.event.data).toEqualTypeOf<{ id: string; cents: number }>();
    expect(received.event.data).toEqual({ id: 'inv_1', cents: 1 });
  });

  it('is passed on as it came where its data does not fit', async () => {
    const received = await receiver.receive(await deliver({ cents: undefined }));
    const event = { known: false, reason: 'data_mismatch', eventType: 'invoice.paid' };
    expect(received).toMatchObject({ event: { ...event, data: { id: 'inv_1' } } });
  });

  it('is unknown to any other receiver, and no test event of it is made', async () => {
    const { receiver: other } = receiverOf();
    const event = { known: false, reason: 'unknown_type', eventType: 'invoice.paid' };
    expect(await other.receive(await deliver())).toMatchObject({ event });
    const without = testEvent('invoice.paid' as 'user.created', { secret: SECRET });
    await expect(without).rejects.toThrow('testEvent: there is no event invoice.paid');
  });

  it('is typed and checked in the version that its subscriber has pinned', async () => {
    const versioned = {
      ...events,
      'invoice.sent': defineEvent({
        description: 'an invoice is sent',
        versions: {
          '2026-11-01': z.strictObject({ to: z.string() }),
          '2027-02-01': z.strictObject({ to: z.array(z.string()) }),
        },
        down: { '2027-02-01': ({ to }) => ({ to: to.join() }) },
        example: { to: ['a@example.com'] },
      }),
    };
    const pinned = eventsAt(versioned, '2027-01-31');
    const clock = { now: () => now };
    const old = createReceiver({ secrets: [SECRET], clock, events: pinned });
    const newest = createReceiver({ secrets: [SECRET], clock, events: versioned });
    const sent = await testEvent('invoice.sent', { secret: SECRET, now, events: pinned });
    const received = await old.receive(sent);
    if (received.type !== 'accepted' || !received.event.known) throw new Error(received.type);
    if (received.event.eventType !== 'invoice.sent') throw new Error(received.event.eventType);
    expectTypeOf(received.event.data).toEqualTypeOf<{ to: string }>();
    expect(received.event.data).toEqual({ to: 'a@example.com' });
    expect(await newest.receive(sent)).toMatchObject({ event: { reason: 'data_mismatch' } });
    expectTypeOf(eventsAt(versioned, '2027-02-01')['invoice.sent'].example).toEqualTypeOf<{
      to: string[];
    }>();
    const anyPin: string = '2020-01-01';
    expectTypeOf(eventsAt(versioned, anyPin)['invoice.sent'].example).toEqualTypeOf<
      { to: string } | { to: string[] }
    >();
    expect(eventsAt(versioned, '2020-01-01')['invoice.sent'].example).toEqual({
      to: 'a@example.com',
    });
    expect(pinned['invoice.paid']).toBe(events['invoice.paid']);
    expect(() => eventsAt(versioned, 'latest')).toThrow('eventsAt: the version must be a date');
  });

  it('that is defined wrongly is an error of createReceiver', () => {
    const wrong = { 'mfa.paid': events['invoice.paid'] };
    expect(() => createReceiver({ secrets: [SECRET], events: wrong })).toThrow(
      'createReceiver: events: mfa.paid is reserved',
    );
  });
});
