import { describe, expect, it } from 'vitest';
import { gate, receiverOf, userDeleted } from '../../test/deliveries.js';
import { memoryDeduplication } from '../deduplication/memory-deduplication.js';
import { fetchHandler, type Handlers, type ReceiverOptions } from '../index.js';

const URL = 'https://app.example.com/webhooks';
const KEY = '0190f3a0-0000-7000-8000-000000000001';

const deliver = async (): Promise<Request> =>
  new Request(URL, { method: 'POST', ...(await userDeleted({ idempotencyKey: KEY })) });

function handlerOf(handlers: Handlers, options: Partial<ReceiverOptions> = {}) {
  return fetchHandler(receiverOf(options).receiver, handlers);
}

const post = (body: RequestInit['body']): Request =>
  new Request(URL, { method: 'POST', body: body ?? null, duplex: 'half' });

describe('the answer is', () => {
  it('204 where the event was handled, and where it had been', async () => {
    const store = memoryDeduplication({ clock: receiverOf().clock });
    const handled: string[] = [];
    const receive = handlerOf(({ eventType }) => void handled.push(eventType), {
      deduplication: { store },
    });
    for (let time = 0; time < 2; time += 1) {
      const response = await receive(await deliver());
      expect([response.status, await response.text()]).toEqual([204, '']);
    }
    expect(handled).toEqual(['user.deleted']);
  });

  it('204 where the event was handled and could not be confirmed', async () => {
    const store = memoryDeduplication();
    const confirm = () => Promise.reject(new Error('down'));
    const receive = handlerOf(() => undefined, { deduplication: { store: { ...store, confirm } } });
    expect((await receive(await deliver())).status).toBe(204);
  });

  it('409 while the event is handled elsewhere, with the time to come back after', async () => {
    const store = memoryDeduplication({ clock: receiverOf().clock });
    const { opened, open } = gate();
    const receive = handlerOf(() => opened, { deduplication: { store, leaseMs: 1_500 } });
    const first = receive(await deliver());
    const second = await receive(await deliver());
    expect([second.status, second.headers.get('retry-after')]).toEqual([409, '2']);
    open();
    expect((await first).status).toBe(204);
  });

  it('500 without detail where the handler threw', async () => {
    const receive = handlerOf(() => {
      throw Object.assign(new Error('password of the database'), { status: 410 });
    });
    const response = await receive(await deliver());
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('The event could not be handled.');
  });

  it('422 that ends the delivery where the handler gave it up', async () => {
    const receive = handlerOf((_, delivery) => delivery.abort());
    const response = await receive(await deliver());
    expect([response.status, response.headers.get('webhook-delivery')]).toEqual([422, 'abort']);
  });

  it('410 where the handler unsubscribed', async () => {
    const receive = handlerOf({ 'user.deleted': (_, delivery) => delivery.unsubscribe() });
    expect((await receive(await deliver())).status).toBe(410);
  });

  it.each<[string, () => Promise<Request>]>([
    ['has no signature', async () => post('{}')],
    ['has no body', async () => new Request(URL, { method: 'POST' })],
    [
      'has another body than was signed',
      async () => new Request(URL, { method: 'POST', ...(await userDeleted()), body: '{}' }),
    ],
  ])('400, and always the same, where the request %s', async (_, request) => {
    const response = await handlerOf(() => expect.unreachable())(await request());
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe('The signature or the body is not valid.');
  });

  it('405 where it is no POST', async () => {
    const response = await handlerOf(() => expect.unreachable())(new Request(URL));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    [524_288, 400],
    [524_289, 413],
  ])('for a body of %d bytes %d', async (size, status) => {
    const { receiver, outcomes } = receiverOf();
    const response = await fetchHandler(receiver, () => undefined)(post('x'.repeat(size)));
    expect(response.status).toBe(status);
    expect(outcomes).toHaveLength(status === 400 ? 1 : 0);
  });

  it('413 before an endless body has ended', async () => {
    let isCancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => void (isCancelled = true),
    });
    const response = await handlerOf(() => expect.unreachable())(post(endless));
    expect([response.status, isCancelled]).toEqual([413, true]);
  });

  it('400 where the body breaks off', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect((await handlerOf(() => expect.unreachable())(post(broken))).status).toBe(400);
  });

  it('500 with the reason if the body was already read', async () => {
    const request = await deliver();
    await request.text();
    const response = await handlerOf(() => expect.unreachable())(request);
    expect(response.status).toBe(500);
    expect(await response.text()).toContain('The body was parsed before');
  });
});
