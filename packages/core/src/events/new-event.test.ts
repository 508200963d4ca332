import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addMs, days } from '../shared/duration.js';
import { catalogue, EVENT_TYPES } from './catalogue/catalogue.js';
import { legacyName } from './catalogue/event-names.js';
import { defineEvent } from './catalogue/define-event.js';
import { builtInEvents, createEventRegistry } from './catalogue/event-registry.js';
import {
  MAX_PAYLOAD_BYTES,
  prepareEvent,
  prepareOwnEvent,
  type EventInput,
  type NewOwnEvent,
} from './new-event.js';
import { OWN_EVENT_CATALOGUE, OWN_EVENT_TYPES } from './catalogue/own-events.js';

const MADE = { id: '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21', now: new Date(7) };
const DATA = catalogue['user.deleted'].example;
const EVENT: EventInput = { type: 'user.deleted', data: DATA };

const prepare = (parts: Partial<EventInput>, tenantId = 'acme') =>
  prepareEvent(builtInEvents, tenantId, { ...EVENT, ...parts }, MADE).map(({ event }) => event);

const idFor = (idempotencyKey: string, tenantId = 'acme') =>
  prepare({ idempotencyKey }, tenantId)._unsafeUnwrap().id;

function violations(parts: Partial<Record<keyof EventInput, unknown>>): readonly string[] {
  const error = prepare(parts as Partial<EventInput>)._unsafeUnwrapErr();
  if (error.code !== 'event_invalid') throw new Error(error.code);
  return error.violations.map(({ field, rule }) => `${field} ${rule}`);
}

describe('an event', () => {
  it('is stored with its data as JSON, and the moment of emitting', () => {
    expect(prepare({ organisationId: 'org-1' })._unsafeUnwrap()).toEqual({
      id: MADE.id,
      type: 'user.deleted',
      organisationId: 'org-1',
      data: JSON.stringify(DATA),
      emittedAt: MADE.now,
      expiresAt: null,
      version: null,
    });
    expect(prepare({})._unsafeUnwrap().organisationId).toBeNull();
  });

  it.each([
    ['that is over', new Date(0)],
    ['that is now', MADE.now],
    ['in a year', addMs(MADE.now, days(366))],
  ])('keeps the time at which it expires, also one %s', (_, expiresAt) => {
    expect(prepare({ expiresAt })._unsafeUnwrap().expiresAt).toEqual(expiresAt);
  });

  it.each([
    new Date(Number.NaN),
    new Date(-1),
    addMs(MADE.now, days(366) + 1),
    '2026-01-01T00:00:00Z',
    1_767_225_600_000,
    null,
  ])('with %s for the time at which it expires is refused', (expiresAt) => {
    expect(violations({ expiresAt })).toEqual(['expiresAt expires_at']);
  });

  // spec: legacy/normalised, versioning/legacy-events
  it.each(EVENT_TYPES)(
    'of type %s is stored under its canonical name, whatever it came as',
    (type) => {
      const { example: data } = catalogue[type];
      for (const name of [type, legacyName(type)]) {
        expect(prepare({ type: name, data })._unsafeUnwrap().type).toBe(type);
      }
    },
  );

  it.each(['', 'user.exploded', 'User.Deleted', 'webhook.test', 'toString'])(
    'of type %j is none',
    (type) => {
      expect(prepare({ type })._unsafeUnwrapErr()).toEqual({
        code: 'event_type_unknown',
        eventType: type,
      });
    },
  );

  it('of an unknown name is refused with the first 100 characters of it', () => {
    const type = `user.${'x'.repeat(200)}`;
    const eventType = type.slice(0, 100);
    expect(prepare({ type })._unsafeUnwrapErr()).toEqual({ code: 'event_type_unknown', eventType });
  });

  it.each(OWN_EVENT_TYPES)("of type %s is Stepward's own, and no host emits it", (type) => {
    const data = OWN_EVENT_CATALOGUE[type].example;
    expect(prepare({ type, data })._unsafeUnwrapErr()).toEqual({ code: 'event_type_reserved' });
  });

  it('keeps fields that the catalogue does not know', () => {
    const data = { ...DATA, extra: [1, { deep: null }] };
    expect(prepare({ data })._unsafeUnwrap().data).toBe(JSON.stringify(data));
  });

  it('goes out with id and identity_id where it came with identity_id', () => {
    const { id, ...rest } = catalogue['user.created'].example;
    const data = { identity_id: id, ...rest };
    const stored = prepare({ type: 'user.created', data })._unsafeUnwrap();
    expect(JSON.parse(stored.data)).toEqual({ id, ...data });
  });

  it('is checked as it is stored: after toJSON, getters and undefined had their say', () => {
    let reads = 0;
    const data = {
      get id() {
        reads += 1;
        return reads === 1 ? 'usr_1' : 7;
      },
      deleted_at: new Date(0),
      note: undefined,
    };
    expect(prepare({ data })._unsafeUnwrap().data).toBe(
      '{"id":"usr_1","deleted_at":"1970-01-01T00:00:00.000Z"}',
    );
    expect(violations({ data: { ...DATA, id: undefined } })).toEqual(['data.id required']);
    expect(violations({ data: { ...DATA, toJSON: () => 'text' } })).toEqual(['data type']);
  });

  it('escapes what no UTF-8 text holds', () => {
    const data = { ...DATA, odd: '\ud800 \u0000' };
    expect(prepare({ data })._unsafeUnwrap().data).toContain(String.raw`"\ud800 \u0000"`);
  });
});

describe("an event of Stepward's own", () => {
  const own = (type: string, data: object) =>
    prepareOwnEvent({ type, tenantId: 'acme', data } as NewOwnEvent, MADE);

  it.each(OWN_EVENT_TYPES)('%s is ready to be stored, and `*` does not let it through', (type) => {
    const { example } = OWN_EVENT_CATALOGUE[type];
    const { event, patterns } = own(type, example);
    const data = JSON.stringify(example);
    const times = { emittedAt: MADE.now, expiresAt: null, version: null };
    expect(event).toEqual({ id: MADE.id, type, organisationId: null, data, ...times });
    expect(patterns).toContain(type);
    expect(patterns).not.toContain('*');
  });

  it('of the catalogue is let through by `*`', () => {
    const data = catalogue['organisation.updated'].example;
    expect(own('organisation.updated', data).patterns).toContain('*');
  });

  it('is checked as a host’s is, and one that does not fit throws', () => {
    expect(() => own('mfa.locked', { identity_id: 'usr_1' })).toThrow('event_invalid');
    expect(() => own('mfa.no_such_event', {})).toThrow('event_type_unknown');
    const { example } = OWN_EVENT_CATALOGUE['webhook.exhausted'];
    expect(() => own('webhook.exhausted', { ...example, attempts: 1.5 })).toThrow('event_invalid');
  });
});

describe('data that is no JSON', () => {
  const cyclic: Record<string, unknown> = { ...DATA };
  cyclic['self'] = cyclic;
  const throwing = {
    get id(): string {
      throw new Error('no');
    },
  };

  it.each([
    ['a cycle', cyclic],
    ['a bigint', { ...DATA, count: 1n }],
    ['a getter that throws', throwing],
    ['nothing', undefined],
    ['a function', () => DATA],
  ])('is refused: %s', (_, data) => {
    expect(violations({ data })).toEqual(['data json']);
  });

  it.each([null, [], 'text', 7])('is one thing, and data that is no object another: %j', (data) => {
    expect(violations({ data })).toEqual(['data type']);
  });
});

describe('the size of an event', () => {
  const bytes = (data: object): number => Buffer.byteLength(JSON.stringify(data));
  const filled = (size: number, filling = 'x'): object => {
    const left = size - bytes({ ...DATA, filling: '' });
    return { ...DATA, filling: filling.repeat(Math.floor(left / Buffer.byteLength(filling))) };
  };

  it('is 256 KiB as JSON at most', () => {
    expect(MAX_PAYLOAD_BYTES).toBe(262_144);
    expect(prepare({ data: filled(MAX_PAYLOAD_BYTES) }).isOk()).toBe(true);
    for (const size of [MAX_PAYLOAD_BYTES + 1, 300_000]) {
      const refused = prepare({ data: filled(size) });
      expect(refused._unsafeUnwrapErr()).toEqual({ code: 'event_too_large' });
    }
  });

  it('counts bytes, not characters', () => {
    const data = filled(300_000, '😀');
    expect(JSON.stringify(data).length).toBeLessThan(MAX_PAYLOAD_BYTES);
    expect(prepare({ data })._unsafeUnwrapErr().code).toBe('event_too_large');
  });

  it('counts the id that is added', () => {
    const { id, ...rest } = catalogue['user.created'].example;
    const added = bytes({ id }) - 1;
    const data = { identity_id: id, ...rest, filling: '' };
    data.filling = 'x'.repeat(MAX_PAYLOAD_BYTES - added - bytes(data));
    expect(prepare({ type: 'user.created', data }).isOk()).toBe(true);
    data.filling += 'x';
    expect(prepare({ type: 'user.created', data })._unsafeUnwrapErr().code).toBe('event_too_large');
  });
});

describe('the labels of an event', () => {
  it.each(['x', 'x'.repeat(255), "Köln | o'Neil 😀", '%'])('can be %j', (label) => {
    const { organisationId } = prepare({
      organisationId: label,
      idempotencyKey: label,
    })._unsafeUnwrap();
    expect(organisationId).toBe(label);
  });

  it.each(['', 'x'.repeat(256), 'a\nb', 'a\u0000', '\ud800', 7, null])('cannot be %j', (label) => {
    const labels = { organisationId: label, idempotencyKey: label, orderingKey: label };
    expect(violations(labels)).toEqual([
      'organisationId text',
      'idempotencyKey text',
      'orderingKey text',
    ]);
  });

  it('and its data are judged at once', () => {
    expect(violations({ organisationId: '', data: { id: 7 } })).toEqual([
      'organisationId text',
      'data.id type',
      'data.deleted_at required',
    ]);
    expect(violations({ idempotencyKey: '', data: 1n })).toEqual([
      'idempotencyKey text',
      'data json',
    ]);
  });
});

describe('the ordering key of an event', () => {
  const ORDER = z.looseObject({ order: z.unknown().optional() });
  const definition = { description: 'x', data: ORDER, example: { order: { id: 'ord_1' } } };
  const registry = createEventRegistry({
    'order.shipped': defineEvent({ ...definition, orderingKey: 'order.id' }),
    'order.lost': definition,
  });
  const keyOf = (parts: Partial<EventInput>, tenantId = 'acme') =>
    prepareEvent(
      registry,
      tenantId,
      { type: 'order.shipped', data: {}, ...parts },
      MADE,
    )._unsafeUnwrap().orderingKey;
  const at = (order: unknown): EventInput => ({ type: 'order.shipped', data: { order } });

  it('is a UUID made of what the path of its definition leads to, the same for all types of a tenant', () => {
    const key = keyOf(at({ id: 'ord_1' }));
    expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(keyOf({ ...at({ id: 'ord_1' }), type: 'order.lost', orderingKey: 'ord_1' })).toBe(key);
    const others = [
      keyOf(at({ id: 'ord_1' }), 'globex'),
      keyOf(at({ id: 'ord_2' })),
      keyOf(at({ id: 7 })),
      keyOf(at({ id: 'x'.repeat(10_000) })),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
    expect(others.every((other) => other?.length === key?.length)).toBe(true);
  });

  it('is the own one of the emit, where both are there', () => {
    expect(keyOf({ ...at({ id: 'ord_1' }), orderingKey: 'ord_2' })).toBe(
      keyOf(at({ id: 'ord_2' })),
    );
  });

  it.each([
    ['is missing', undefined],
    ['has no such field', {}],
    ['is a text', 'ord_1'],
    ['is an object', { id: { value: 'ord_1' } }],
    ['is a list', { id: ['ord_1'] }],
    ['is no text', { id: true }],
    ['is null', { id: null }],
    ['is an empty text', { id: '' }],
    ['is inherited', Object.create({ id: 'ord_1' }) as object],
  ])('is none where what is there %s', (_, order) => {
    expect(keyOf(at(order))).toBeNull();
  });

  it('is none of an event that has no path, and none of its own', () => {
    expect(keyOf({ ...at({ id: 'ord_1' }), type: 'order.lost' })).toBeNull();
  });
});

describe('an idempotency key', () => {
  it('that is a UUID is the id, in lower case', () => {
    const key = '0B9BB2A4-7d3c-4d4e-9b1c-2f1f5f0f8a11';
    expect(idFor(key)).toBe(key.toLowerCase());
    expect(idFor(key, 'globex')).toBe(key.toLowerCase());
  });

  it('that is any other text gives the version 8 UUID of its SHA-256', () => {
    // printf '%s' '["stepward/event/v1","acme","order-1"]' | openssl dgst -sha256
    // 5bfdc0e5441785bb699e173205e40c99…, with version 8 and variant 10 put in
    expect(idFor('order-1')).toBe('5bfdc0e5-4417-85bb-a99e-173205e40c99');
  });

  it.each(['order-2', 'Order-1', ' order-1', '{0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11}'])(
    '%j is one of its own, in each tenant another',
    (key) => {
      const ids = [idFor(key), idFor('order-1'), idFor(key, 'globex')];
      expect(new Set(ids).size).toBe(3);
      for (const id of ids) {
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }
      expect(idFor(key)).toBe(ids[0]);
    },
  );
});
