import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closed, deafPort, http, startLoopback } from '../../test/loopback.js';
import { openSender } from '../../test/open-sender.js';

/** The receiver would keep the connection for longer than the sender does. */
const answer = (socket: Socket) => socket.write(http(200, 'ok', ['keep-alive: timeout=600']));

describe('a connection', () => {
  it('in use is kept for 60 seconds, its name asked once, and not after them', async () => {
    const receiver = await startLoopback(answer);
    let lookups = 0;
    const resolve = async () => ((lookups += 1), ['127.0.0.1']);
    const { clock, post } = openSender({ resolve });
    const url = `http://hooks.example.com:${receiver.port}/`;

    for (const advance of [0, 59_999]) {
      clock.advance(advance);
      expect(await post(url)).toMatchObject({ status: 200 });
    }
    expect([receiver.sockets.length, lookups]).toEqual([1, 1]);

    clock.advance(1);
    expect(await post(url)).toMatchObject({ status: 200 });
    expect([receiver.sockets.length, lookups]).toEqual([2, 2]);
    // The first was idle, so it is closed rather than left behind.
    await closed(receiver.sockets[0]!);
  });

  it('that is idle is closed after 4 seconds, although the receiver offers 600', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const receiver = await startLoopback(answer);
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    for (const [idleMs, sockets] of [
      [0, 1],
      [3_999, 1],
      [4_000, 2],
    ] as const) {
      vi.advanceTimersByTime(idleMs);
      expect(await post(url)).toMatchObject({ status: 200 });
      expect(receiver.sockets).toHaveLength(sockets);
    }
    await closed(receiver.sockets[0]!);
  });

  it('carries any number of answers, each of which is short enough', async () => {
    const receiver = await startLoopback((socket) => socket.write(http(200, 'x'.repeat(16_000))));
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    for (let attempt = 0; attempt < 40; attempt += 1) {
      expect(await post(url)).toMatchObject({ status: 200 });
    }
    expect(receiver.sockets).toHaveLength(1);
  });

  it('is not shared by two names with one address', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender();
    for (const name of ['a.example', 'b.example', 'a.example']) {
      expect(await post(`http://${name}:${receiver.port}/`)).toMatchObject({ status: 200 });
    }
    expect(receiver.sockets).toHaveLength(2);
  });

  it('carries one request at a time', async () => {
    const waiting: Socket[] = [];
    let isFull: () => void = () => undefined;
    const bothArrived = new Promise<void>((settle) => (isFull = settle));
    const receiver = await startLoopback((socket) => {
      if (waiting.push(socket) === 2) isFull();
    });
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    const sent = Promise.all([post(url), post(url)]);
    await bothArrived;
    expect(new Set(waiting).size).toBe(2);
    waiting.forEach(answer);
    expect((await sent).map(({ type }) => type)).toEqual(['answered', 'answered']);
  });

  it('is never waited for: 80 attempts that hang at an origin leave the next one alone, whose tenant it may be', async () => {
    const hanging: Socket[] = [];
    let allHang = (): void => undefined;
    const hung = new Promise<void>((settle) => (allHang = settle));
    const receiver = await startLoopback((socket) => {
      if (hanging.length === 80) answer(socket);
      else if (hanging.push(socket) === 80) allHang();
    });
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    const slow = Array.from({ length: 80 }, () => post(url));
    await hung;
    expect(await post(url)).toMatchObject({ status: 200 });
    expect(await post(url, { tenantId: 'initech' })).toMatchObject({ status: 200 });
    hanging.forEach(answer);
    expect((await Promise.all(slow)).map(({ type }) => type)).toEqual(slow.map(() => 'answered'));
  });

  it('is not shared by two tenants with one origin', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    for (const tenantId of ['acme', 'initech', 'acme', 'initech']) {
      expect(await post(url, { tenantId })).toMatchObject({ status: 200 });
    }
    expect(receiver.sockets).toHaveLength(2);
  });

  it('that the receiver closed while it was idle is not used again', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    await post(url);
    receiver.sockets[0]!.destroy();
    await closed(receiver.sockets[0]!);
    // Whether we have learned of the end by now is the network's to say; a POST is sent once in either case.
    const [second, third] = [await post(url), await post(url)];
    expect([second.type === 'answered' || second.reason, third]).toEqual([
      expect.toBeOneOf([true, 'connection_lost']),
      { type: 'answered', status: 200, retryAfter: null, delivery: null, body: 'ok' },
    ]);
  });

  it('that breaks under a POST does not make it be sent again', async () => {
    let requests = 0;
    const receiver = await startLoopback((socket) => {
      requests += 1;
      if (requests === 1) answer(socket);
      else socket.destroy();
    });
    const { post } = openSender();
    const url = `http://hooks.example.com:${receiver.port}/`;
    await post(url);
    expect(await post(url)).toMatchObject({ type: 'failed', reason: 'connection_lost' });
    expect(requests).toBe(2);
  });

  it('that cannot be made lets the name be resolved again at the next attempt', async () => {
    let lookups = 0;
    const resolve = async () => ((lookups += 1), ['127.0.0.1']);
    const { post } = openSender({ resolve });
    const url = `http://hooks.example.com:${await deafPort()}/`;
    for (const attempt of [1, 2]) {
      const outcome = await post(url);
      expect([outcome, lookups]).toMatchObject([
        { type: 'failed', reason: 'connection_failed' },
        attempt,
      ]);
    }
  });
});
