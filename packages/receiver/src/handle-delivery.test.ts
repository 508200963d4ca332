import { describe, expect, it } from 'vitest';
import { gate, receiverOf, SECRET, userDeleted } from '../test/deliveries.js';
import { ClaimLostError, type DeduplicationStore } from './index.js';
import { memoryDeduplication } from './deduplication/memory-deduplication.js';

const FIRST = '0190f3a0-0000-7000-8000-000000000001';

function deduplicating(options: { by?: 'event_id'; store?: Partial<DeduplicationStore> } = {}) {
  const clock = receiverOf().clock;
  const store = { ...memoryDeduplication({ clock }), ...options.store };
  const by = options.by ?? 'idempotency_key';
  return { ...receiverOf({ clock, deduplication: { store, by } }), clock };
}

const sendOnce = () => userDeleted({ idempotencyKey: FIRST });

describe('an event', () => {
  // spec: envelope/idempotency-key
  it('that comes 20 times at once is handled once', async () => {
    const { receiver, outcomes } = deduplicating();
    let handled = 0;
    const deliveries = await Promise.all(Array.from({ length: 20 }, sendOnce));
    await Promise.all(deliveries.map((each) => receiver.handle(each, () => void (handled += 1))));
    expect(handled).toBe(1);
    const repeated = outcomes.filter(({ type }) => type === 'busy' || type === 'duplicate');
    expect(repeated).toHaveLength(19);
  });

  it('is busy while it is handled, and a duplicate from then on', async () => {
    const { receiver } = deduplicating();
    const { opened, open } = gate();
    const first = receiver.handle(await sendOnce(), () => opened);
    expect(await receiver.handle(await sendOnce(), () => expect.unreachable())).toMatchObject({
      type: 'busy',
      retryAfterMs: 60_000,
    });
    open();
    expect((await first).type).toBe('handled');
    expect((await receiver.handle(await sendOnce(), () => expect.unreachable())).type).toBe(
      'duplicate',
    );
  });

  it('whose handler throws can be handled again at once', async () => {
    const { receiver } = deduplicating();
    const error = new Error('no luck');
    const failed = await receiver.handle(await sendOnce(), () => Promise.reject(error));
    expect(failed).toMatchObject({ type: 'failed', error, event: { idempotencyKey: FIRST } });
    expect((await receiver.handle(await sendOnce(), () => undefined)).type).toBe('handled');
  });

  it('whose process crashed is handled again once the lease has run out', async () => {
    const { receiver, clock } = deduplicating();
    // Neither confirmed nor released, as by a process that died.
    expect((await receiver.receive(await sendOnce())).type).toBe('accepted');
    expect((await receiver.receive(await sendOnce())).type).toBe('busy');
    clock.advance(60_000);
    expect((await receiver.handle(await sendOnce(), () => undefined)).type).toBe('handled');
  });

  it('is remembered for 40 days, which outlast every retry and every replay', async () => {
    const { receiver, clock } = deduplicating();
    await receiver.handle(await sendOnce(), () => undefined);
    const again = async () =>
      (await receiver.receive(await userDeleted({ idempotencyKey: FIRST, now: clock.now() }))).type;
    clock.advance(3_455_999_999);
    expect(await again()).toBe('duplicate');
    clock.advance(1);
    expect(await again()).toBe('accepted');
  });

  it('that is replayed by hand is a duplicate, or handled again where that is asked for', async () => {
    const byKey = deduplicating();
    const byId = deduplicating({ by: 'event_id' });
    const types = [];
    for (const { receiver } of [byKey, byKey, byId, byId]) {
      types.push((await receiver.handle(await sendOnce(), () => undefined)).type);
    }
    expect(types).toEqual(['handled', 'duplicate', 'handled', 'handled']);
    const delivery = await sendOnce();
    await byId.receiver.handle(delivery, () => undefined);
    expect((await byId.receiver.handle(delivery, () => undefined)).type).toBe('duplicate');
  });

  it('is handled by each of two receivers that share a store under scopes of their own', async () => {
    const store = memoryDeduplication({ clock: receiverOf().clock });
    const types = [];
    for (const scope of ['billing', 'mail', 'mail']) {
      const { receiver } = receiverOf({ deduplication: { store, scope } });
      types.push((await receiver.handle(await sendOnce(), () => undefined)).type);
    }
    expect(types).toEqual(['handled', 'handled', 'duplicate']);
  });

  it('that is refused claims nothing', async () => {
    const { receiver } = deduplicating();
    const { headers, body } = await sendOnce();
    await receiver.handle({ headers, body: `${Buffer.from(body).toString()} ` }, () => undefined);
    expect((await receiver.receive({ headers, body })).type).toBe('accepted');
  });
});

describe('a handler', () => {
  it('that took longer than its lease learns so when it confirms', async () => {
    const { clock } = receiverOf();
    const store = memoryDeduplication({ clock });
    const { receiver } = receiverOf({ clock, deduplication: { store } });
    const slow = await receiver.handle(await sendOnce(), async (_event, delivery) => {
      clock.advance(60_000);
      expect((await receiver.handle(await sendOnce(), () => undefined)).type).toBe('handled');
      await delivery.confirm(store);
    });
    expect(slow).toMatchObject({ type: 'failed', error: expect.any(ClaimLostError) });
    expect((await receiver.receive(await sendOnce())).type).toBe('duplicate');
  });

  it('that took longer than its lease, and confirms nothing, may not be the only one', async () => {
    const { receiver, clock } = deduplicating();
    const slow = await receiver.handle(await sendOnce(), async () => {
      clock.advance(60_000);
      expect((await receiver.handle(await sendOnce(), () => undefined)).type).toBe('handled');
    });
    expect(slow).toMatchObject({ type: 'unconfirmed', error: expect.any(ClaimLostError) });
  });

  it('that wants no more events answers 410', async () => {
    const { receiver } = deduplicating();
    const unsubscribe = await receiver.handle(await sendOnce(), (_, delivery) =>
      delivery.unsubscribe(),
    );
    expect(unsubscribe.type).toBe('gone');
    expect((await receiver.receive(await sendOnce())).type).toBe('duplicate');
  });

  it('that gave a delivery up gets a replay of the event', async () => {
    const { receiver } = deduplicating();
    const abort = await receiver.handle(await sendOnce(), (_, delivery) => delivery.abort());
    expect(abort.type).toBe('aborted');
    expect((await receiver.receive(await sendOnce())).type).toBe('accepted');
  });

  it('that gave a delivery up, and wants no more events, has unsubscribed', async () => {
    const { receiver } = deduplicating();
    const outcome = await receiver.handle(await sendOnce(), (_, delivery) => {
      delivery.abort();
      delivery.unsubscribe();
    });
    expect(outcome.type).toBe('gone');
  });

  it('that fails after it unsubscribed has failed', async () => {
    const { receiver } = deduplicating();
    const outcome = await receiver.handle(await sendOnce(), (_, delivery) => {
      delivery.unsubscribe();
      throw new Error('no luck');
    });
    expect(outcome.type).toBe('failed');
  });

  it('can confirm without deduplication, which does nothing', async () => {
    const { receiver } = receiverOf();
    const store = memoryDeduplication();
    const outcome = await receiver.handle(await sendOnce(), (_, delivery) =>
      delivery.confirm(store),
    );
    expect(outcome.type).toBe('handled');
  });
});

describe('a store that is down', () => {
  const down = (): Promise<never> => Promise.reject(new Error('down'));

  it('fails the delivery before it is handled', async () => {
    const { receiver } = deduplicating({ store: { claim: down } });
    const outcome = await receiver.handle(await sendOnce(), () => expect.unreachable());
    expect(outcome).toMatchObject({ type: 'failed', event: null, error: { message: 'down' } });
    await expect(receiver.receive(await sendOnce())).rejects.toThrow('down');
  });

  it('leaves what was handled unconfirmed, and does not ask for it again', async () => {
    const { receiver } = deduplicating({ store: { confirm: down } });
    expect(await receiver.handle(await sendOnce(), () => undefined)).toMatchObject({
      type: 'unconfirmed',
      error: { message: 'down' },
    });
  });

  it('does not hide why a handler failed', async () => {
    const { receiver } = deduplicating({ store: { release: down } });
    const handler = () => Promise.reject(new Error('no luck'));
    expect(await receiver.handle(await sendOnce(), handler)).toMatchObject({
      type: 'failed',
      error: { message: 'no luck' },
    });
  });
});

it('the secret is in no outcome', async () => {
  const { receiver, outcomes } = deduplicating();
  await receiver.handle(await sendOnce(), () => undefined);
  await receiver.handle({ headers: {}, body: '' }, () => undefined);
  expect(JSON.stringify(outcomes)).not.toContain(SECRET);
});
