import { describe, expect, expectTypeOf, it } from 'vitest';
import { standardSignature } from '@stepward/core/webhooks';
import { receiverOf, SECRET, userDeleted } from '../test/deliveries.js';
import { DataMismatchError, handlerOf, type Handlers } from './handlers.js';
import {
  memoryDeduplication,
  TEST_EVENT_TYPE,
  testEvent,
  type DeliveryRequest,
  type ReceivedEvent,
} from './index.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const misfit = () =>
  testEvent('user.deleted', { secret: SECRET, now, data: { deleted_at: 'yesterday' } });

describe('an event goes', () => {
  async function seenBy(handlers: (seen: string[]) => Handlers, delivery = userDeleted()) {
    const seen: string[] = [];
    const { type } = await receiverOf().receiver.handle(await delivery, handlers(seen));
    return [type, ...seen];
  }

  it('to the handler of its name', async () => {
    const seen = await seenBy((names) => ({
      'user.deleted': () => void names.push('own'),
      'user.created': () => void names.push('other'),
      '*': () => void names.push('*'),
    }));
    expect(seen).toEqual(['handled', 'own']);
  });

  // spec: legacy/normalised
  it('to the handler of its canonical name, where the legacy one came', async () => {
    const options = { secret: SECRET, now, naming: 'legacy' } as const;
    const seen = await seenBy(
      (names) => ({ 'organisation.deleted': ({ originalName }) => void names.push(originalName) }),
      testEvent('organisation.deleted', options),
    );
    expect(seen).toEqual(['handled', 'org.deleted']);
  });

  it('to the one function there is', async () => {
    const seen = await seenBy(
      (names) =>
        ({ eventType }) =>
          void names.push(eventType),
    );
    expect(seen).toEqual(['handled', 'user.deleted']);
  });

  it.each([
    ['has no handler', userDeleted],
    ['is unknown', () => testEvent(TEST_EVENT_TYPE, { secret: SECRET, now })],
  ])('to "*" where it %s, and to no handler without one', async (_, deliver) => {
    const fallback = (names: string[]): Handlers => ({ '*': () => void names.push('*') });
    expect(await seenBy(fallback, deliver())).toEqual(['handled', '*']);
    expect(await seenBy(() => ({}), deliver())).toEqual(['handled']);
  });

  it('to "*" rather than its handler where its data does not fit', async () => {
    const seen = await seenBy(
      (names) => ({
        'user.deleted': () => void names.push('own'),
        '*': (event) => void names.push(event.known ? 'known' : event.reason),
      }),
      misfit(),
    );
    expect(seen).toEqual(['handled', 'data_mismatch']);
  });
});

describe('an event that comes with its id alone', () => {
  const id = '3b1f8a52-6c1d-4f0e-8a35-0b9f6f0c7d21';
  const data = { id, deleted_at: undefined as unknown as string };
  const deliver = () =>
    testEvent('user.deleted', { secret: SECRET, now, idempotencyKey: id, data });
  const event = { known: false, reason: 'thin', eventType: 'user.deleted', data: { id } };

  it.each<[string, (handle: (event: unknown) => void) => Handlers]>([
    ['the handler thin', (handle) => ({ thin: handle, '*': () => expect.unreachable() })],
    ['"*" without one', (handle) => ({ '*': handle })],
    ['the one function', (handle) => handle],
  ])('goes to %s, and not to the handler of its name', async (_, handlersOf) => {
    expect.assertions(2);
    const handlers = handlersOf((seen) => expect(seen).toMatchObject(event));
    const own = { 'user.deleted': () => expect.unreachable() };
    const all = typeof handlers === 'function' ? handlers : { ...own, ...handlers };
    expect((await receiverOf().receiver.handle(await deliver(), all)).type).toBe('handled');
  });

  it('is not lost where only the handler of its name is there', async () => {
    const handlers = { 'user.deleted': () => undefined };
    const outcome = await receiverOf().receiver.handle(await deliver(), handlers);
    expect(outcome).toMatchObject({ type: 'failed', error: expect.any(TypeError) });
  });

  it('is one with data where the id is not that of the event', async () => {
    const other = testEvent('user.deleted', { secret: SECRET, now, data });
    const { event: seen } = (await receiverOf().receiver.receive(await other)) as {
      readonly event: ReceivedEvent;
    };
    expect(seen).toMatchObject({ known: false, reason: 'data_mismatch' });
  });
});

describe('what another sender of Standard Webhooks sends', () => {
  const text = '{"type":"user.deleted","data":{"id":"usr_1"}}';
  const seconds = String(now.getTime() / 1_000);
  const request = {
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': seconds,
      'webhook-signature': standardSignature([SECRET], 'msg_1', seconds, text),
    },
    body: text,
  };

  it.each<[string, Handlers]>([
    ['its handler', { standard_webhooks: ({ body }) => expect(body).toHaveLength(text.length) }],
    ['"*" without one', { '*': ({ data }) => expect(data).toEqual(JSON.parse(text)) }],
    [
      'the one function',
      ({ known, eventId }) => expect([known, eventId]).toEqual([false, 'msg_1']),
    ],
  ])('goes to %s, and not to that of an event of the same name', async (_, handlers) => {
    expect.assertions(2);
    const own = { 'user.deleted': () => expect.unreachable() };
    const all = typeof handlers === 'function' ? handlers : { ...own, ...handlers };
    expect((await receiverOf().receiver.handle(request, all)).type).toBe('handled');
  });

  it('is not lost where nothing handles it', async () => {
    const outcome = await receiverOf().receiver.handle(request, {
      'user.deleted': () => undefined,
    });
    expect(outcome).toMatchObject({ type: 'failed', error: expect.any(TypeError) });
  });

  it('is a repeat of its own webhook-id alone, and never of an event of ours', async () => {
    const store = memoryDeduplication({ clock: receiverOf().clock });
    const { receiver } = receiverOf({ deduplication: { store, by: 'event_id' } });
    const { headers, body } = await userDeleted();
    const id = headers['x-webhook-id'] ?? '';
    const theirs = {
      ...request.headers,
      'webhook-id': id,
      'webhook-signature': standardSignature([SECRET], id, seconds, text),
    };
    const handle = (sent: DeliveryRequest) => receiver.handle(sent, () => undefined);
    expect((await handle({ headers: theirs, body: text })).type).toBe('handled');
    expect((await handle({ headers, body })).type).toBe('handled');
    expect((await handle({ headers: theirs, body: text })).type).toBe('duplicate');
    expect((await handle(request)).type).toBe('handled');
  });
});

it('an event that has a handler, but data that does not fit, is not lost', async () => {
  const { receiver, outcomes } = receiverOf();
  await receiver.handle(await misfit(), { 'user.deleted': () => undefined });
  expect(outcomes).toMatchObject([{ type: 'failed', error: expect.any(DataMismatchError) }]);
  await receiver.handle(await misfit(), { 'user.created': () => undefined });
  expect(outcomes[1]).toMatchObject({ type: 'handled' });
});

it('an unknown event named like a property of every object has no handler', () => {
  const head = { eventId: 'e', idempotencyKey: 'k', timestamp: now.toISOString(), data: {} };
  const name = { eventType: 'constructor', originalName: 'constructor', sequence: null };
  const unknown = { known: false, reason: 'unknown_type' } as const;
  expect(handlerOf({}, { ...head, ...name, ...unknown })).toBeNull();
});

it('handlers are typed by the name that they stand under', () => {
  const handlers: Handlers = {
    'user.created': async ({ data }) => {
      expectTypeOf(data.email).toBeString();
      // @ts-expect-error Users have no slug.
      expect(data.slug).toBeUndefined();
    },
    'organisation.member_added': ({ data, eventType }, delivery) => {
      expectTypeOf(eventType).toEqualTypeOf<'organisation.member_added'>();
      expectTypeOf(data.role).toEqualTypeOf<'owner' | 'admin' | 'member'>();
      delivery.unsubscribe();
    },
    'mfa.locked': ({ data }) => {
      expectTypeOf(data.factor).toEqualTypeOf<string | undefined>();
    },
    '*': (event) => {
      expectTypeOf(event).toEqualTypeOf<ReceivedEvent>();
    },
  };
  expect(Object.keys(handlers)).toHaveLength(4);
  // @ts-expect-error Handlers stand under canonical names.
  const legacy: Handlers = { 'org.created': () => undefined };
  // @ts-expect-error There is no such event.
  const misspelt: Handlers = { 'user.create': () => undefined };
  // @ts-expect-error A handler is a function.
  const text: Handlers = { 'user.created': 'handled' };
  expect([legacy, misspelt, text]).toHaveLength(3);
});
