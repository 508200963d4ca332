import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { closed, deafPort, http, startLoopback } from '../test/loopback.js';
import { openSender } from '../test/open-sender.js';

/** The connection may be kept for longer than any test takes. */
const answer = (socket: Socket) => socket.write(http(200, 'ok', ['keep-alive: timeout=600']));

describe('a connection', () => {
  it('is used again for 60 seconds, its name asked once, and not after them', async () => {
    const receiver = await startLoopback(answer);
    let lookups = 0;
    const resolve = async () => ((lookups += 1), ['127.0.0.1']);
    const { clock, post } = openSender({ resolve, connectionsPerOrigin: 1 });
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

  it('is not shared by two names with one address', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender({ connectionsPerOrigin: 1 });
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
    const { post } = openSender({ connectionsPerOrigin: 2 });
    const url = `http://hooks.example.com:${receiver.port}/`;
    const sent = Promise.all([post(url), post(url)]);
    await bothArrived;
    expect(new Set(waiting).size).toBe(2);
    waiting.forEach(answer);
    expect((await sent).map(({ type }) => type)).toEqual(['answered', 'answered']);
  });

  it('is waited for where the origin has as many as it may', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender({ connectionsPerOrigin: 1 });
    const url = `http://hooks.example.com:${receiver.port}/`;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(url)));
    expect(outcomes.every(({ type }) => type === 'answered')).toBe(true);
    expect(receiver.sockets).toHaveLength(1);
  });

  it('is waited for until the deadline and not for longer, and then nothing is sent', async () => {
    let requests = 0;
    let arrive: (socket: Socket) => void = () => undefined;
    const arrived = new Promise<Socket>((settle) => (arrive = settle));
    const receiver = await startLoopback((socket) => {
      requests += 1;
      if (requests === 1) arrive(socket);
      else answer(socket);
    });
    const { clock, post } = openSender({ connectionsPerOrigin: 1 });
    const url = `http://hooks.example.com:${receiver.port}/`;
    const first = post(url);
    const socket = await arrived;
    const second = post(url, { timeoutMs: 2_000 });
    clock.advance(2_000);
    expect(await second).toEqual({ type: 'failed', reason: 'timed_out' });

    answer(socket);
    expect(await first).toMatchObject({ status: 200 });
    expect([await post(url), requests]).toMatchObject([{ status: 200 }, 2]);
  });

  it('that the receiver closed while it was idle is not used again', async () => {
    const receiver = await startLoopback(answer);
    const { post } = openSender({ connectionsPerOrigin: 1 });
    const url = `http://hooks.example.com:${receiver.port}/`;
    await post(url);
    receiver.sockets[0]!.destroy();
    await closed(receiver.sockets[0]!);
    // Whether we have learned of the end by now is the network's to say; a POST is sent once in either case.
    const [second, third] = [await post(url), await post(url)];
    expect([second.type === 'answered' || second.reason, third]).toEqual([
      expect.toBeOneOf([true, 'connection_lost']),
      { type: 'answered', status: 200, retryAfter: null, body: 'ok' },
    ]);
  });

  it('that breaks under a POST does not make it be sent again', async () => {
    let requests = 0;
    const receiver = await startLoopback((socket) => {
      requests += 1;
      if (requests === 1) answer(socket);
      else socket.destroy();
    });
    const { post } = openSender({ connectionsPerOrigin: 1 });
    const url = `http://hooks.example.com:${receiver.port}/`;
    await post(url);
    expect(await post(url)).toEqual({ type: 'failed', reason: 'connection_lost' });
    expect(requests).toBe(2);
  });

  it('that cannot be made lets the name be asked anew at the next attempt', async () => {
    let lookups = 0;
    const resolve = async () => ((lookups += 1), ['127.0.0.1']);
    const { post } = openSender({ resolve });
    const url = `http://hooks.example.com:${await deafPort()}/`;
    for (const attempt of [1, 2]) {
      const outcome = await post(url);
      expect([outcome, lookups]).toEqual([
        { type: 'failed', reason: 'connection_failed' },
        attempt,
      ]);
    }
  });
});
