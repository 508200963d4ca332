import { describe, expect, it } from 'vitest';
import { receiverOf, SECRET } from '../../test/deliveries.js';
import { testEvent } from '../index.js';
import { memoryDeduplication } from '../deduplication/memory-deduplication.js';
import { memorySequence } from './memory-sequence.js';

const DAY_MS = 86_400_000;

function recording(store = memorySequence()) {
  const sequence = { store, subscriber: 'sub_1' };
  const { receiver, clock } = receiverOf({ sequence });
  const send = (number?: number, handler: () => unknown = () => undefined) =>
    sendTo(receiver, number, handler, clock.now());
  return { receiver, clock, send };
}

async function sendTo(
  receiver: ReturnType<typeof receiverOf>['receiver'],
  sequence: number | undefined,
  handler: () => unknown,
  now: Date,
) {
  const numbered = sequence === undefined ? {} : { sequence };
  const delivery = await testEvent('user.deleted', { secret: SECRET, now, ...numbered });
  return receiver.handle(delivery, handler);
}

describe('the number of a delivery', () => {
  it('is recorded when it is handled, and its outcome says where it stands', async () => {
    const { send, receiver, clock } = recording();
    expect(await send(1)).toMatchObject({ type: 'handled', place: { type: 'first' } });
    const missing = { from: 2, to: 2 };
    expect(await send(3)).toMatchObject({
      place: { type: 'gap', missing },
      event: { sequence: 3 },
    });
    expect(await receiver.sequence.gaps(0)).toEqual([{ ...missing, since: clock.now() }]);
    expect(await send(2)).toMatchObject({ place: { type: 'late' } });
    expect(await receiver.sequence.gaps(0)).toEqual([]);
  });

  it('stays missing where the handler failed, and is not where it gave the delivery up', async () => {
    const { send, receiver } = recording();
    await send(1);
    const failing = () => Promise.reject(new Error('no luck'));
    expect((await send(2, failing)).type).toBe('failed');
    await send(4);
    expect(await receiver.sequence.gaps(0)).toMatchObject([{ from: 2, to: 3 }]);
    const { headers, body } = await testEvent('user.deleted', {
      secret: SECRET,
      now: receiverOf().clock.now(),
      sequence: 2,
    });
    const aborted = await receiver.handle({ headers, body }, (_, delivery) => delivery.abort());
    expect(aborted).toMatchObject({ type: 'aborted', place: { type: 'late' } });
    expect(await receiver.sequence.gaps(0)).toMatchObject([{ from: 3, to: 3 }]);
  });

  it.each([
    ['missing', undefined],
    ['not a number', 'one'],
    ['below 1', '0'],
    ['too long', '1'.repeat(16)],
    ['repeated', '1, 2'],
  ])('is null where the header is %s, and then nothing is recorded', async (_, header) => {
    const { receiver, clock } = recording();
    const delivery = await testEvent('user.deleted', { secret: SECRET, now: clock.now() });
    const headers = { ...delivery.headers, ...(header && { 'x-webhook-sequence': header }) };
    const outcome = await receiver.handle({ ...delivery, headers }, () => undefined);
    expect(outcome).toMatchObject({ type: 'handled', place: null, event: { sequence: null } });
    expect(await receiver.sequence.record(7)).toEqual({ type: 'first' });
  });

  it('is recorded by a repeat where the process died between handler and record', async () => {
    const sequence = { store: memorySequence(), subscriber: 'sub_1' };
    const clock = receiverOf().clock;
    const deduplication = { store: memoryDeduplication({ clock }) };
    const { receiver } = receiverOf({ clock, sequence, deduplication });
    const now = clock.now();
    const delivery = await testEvent('user.deleted', { secret: SECRET, now, sequence: 5 });
    const received = await receiver.receive(delivery);
    if (received.type !== 'accepted') return expect.unreachable();
    await received.claim.confirm();
    expect(await receiver.handle(delivery, () => expect.unreachable())).toMatchObject({
      type: 'duplicate',
      place: { type: 'first' },
    });
  });

  it('fails no delivery where its store fails', async () => {
    const error = new Error('the store is away');
    const { send } = recording({ ...memorySequence(), read: () => Promise.reject(error) });
    expect(await send(1)).toMatchObject({ type: 'unconfirmed', error });
    const { receiver, clock } = recording({
      ...memorySequence(),
      read: () => Promise.reject(error),
    });
    const now = clock.now();
    const delivery = await testEvent('user.deleted', { secret: SECRET, now, sequence: 1 });
    const gone = await receiver.handle(delivery, (_, each) => each.unsubscribe());
    expect(gone).toMatchObject({ type: 'gone', place: null });
  });
});

describe('gaps', () => {
  it('are listed once retries must have ended, 4 days by default', async () => {
    const { send, receiver, clock } = recording();
    await send(1);
    await send(3);
    clock.advance(4 * DAY_MS - 1);
    await send(5);
    expect(await receiver.sequence.gaps()).toEqual([]);
    clock.advance(1);
    expect(await receiver.sequence.gaps()).toMatchObject([{ from: 2, to: 2 }]);
    expect(await receiver.sequence.gaps(1)).toMatchObject([{ from: 2 }, { from: 4 }]);
    clock.advance(26 * DAY_MS);
    expect(await receiver.sequence.gaps()).toMatchObject([{ from: 4, to: 4 }]);
  });

  it('can be forgotten by those who know why they are there', async () => {
    const { send, receiver } = recording();
    expect(await receiver.sequence.gaps(0)).toEqual([]);
    await receiver.sequence.forget({ from: 1, to: 9 });
    await send(1);
    await send(6);
    await receiver.sequence.forget({ from: 3, to: 4 });
    expect(await receiver.sequence.gaps(0)).toMatchObject([
      { from: 2, to: 2 },
      { from: 5, to: 5 },
    ]);
    expect(await send(4)).toMatchObject({ place: { type: 'repeat' } });
  });

  it('are of one subscriber', async () => {
    const store = memorySequence();
    const one = receiverOf({ sequence: { store, subscriber: 'one' } }).receiver;
    const other = receiverOf({ sequence: { store, subscriber: 'other' } }).receiver;
    await one.sequence.record(1);
    expect(await other.sequence.record(7)).toEqual({ type: 'first' });
    expect(await one.sequence.record(2)).toEqual({ type: 'next' });
  });

  it('are not asked of a receiver that records no numbers', async () => {
    await expect(receiverOf().receiver.sequence.gaps()).rejects.toThrow(
      'createReceiver has no sequence',
    );
  });
});
