import { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { closed, deafPort, startLoopback } from '../../test/loopback.js';
import { createPinnedConnector } from './pinned-connector.js';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Does something else where a socket would have dialled. */
function onDial(instead: (socket: Socket, dial: (port: number, host: string) => Socket) => Socket) {
  const dial = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
    return instead(this, dial);
  });
}

/** `connected`, or why not. */
function connect(hostname: string, port: number, pinned: readonly string[], protocol = 'http:') {
  const connector = createPinnedConnector(buildConnector, pinned, createSecureContext());
  return new Promise<string>((settle) => {
    connector({ hostname, host: hostname, port: String(port), protocol }, (error, socket) => {
      socket?.destroy();
      settle(error === null ? 'connected' : error.message);
    });
  });
}

describe('a pinned connection', () => {
  it.each([
    // spec: delivery/pinning
    ['a name', 'hooks.example.com', '127.0.0.1'],
    ['an address', '127.0.0.1', '127.0.0.1'],
    ['an address in its mapped spelling', '::ffff:7f00:1', '127.0.0.1'],
  ])('is made to the pinned address of %s', async (_, host, pinned) => {
    const { port } = await startLoopback(() => undefined);
    expect(await connect(host, port, [pinned])).toBe('connected');
  });

  it('is made to the next address where the first refuses', async () => {
    const { port } = await startLoopback(() => undefined);
    expect(await connect('hooks.example.com', port, ['::1', '127.0.0.1'])).toBe('connected');
  });

  it.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])(
    'does not dial %s, pinned elsewhere',
    async (host) => {
      const dial = vi.spyOn(Socket.prototype, 'connect');
      expect(await connect(host, 40_000, ['8.8.8.8'])).toBe('target_refused');
      expect(dial).not.toHaveBeenCalled();
    },
  );

  // spec: delivery/pinning
  it('is given up, with nothing written, where the socket ended up elsewhere', async () => {
    const received: Buffer[] = [];
    const receiver = await startLoopback(() => undefined);
    const accepted = receiver.connection().then((socket) => {
      socket.on('data', (chunk: Buffer) => received.push(chunk));
      return closed(socket);
    });
    onDial((socket, dial) => dial.call(socket, receiver.port, '127.0.0.1'));
    expect(await connect('a.example', receiver.port, ['8.8.8.8'])).toBe('target_refused');
    await accepted;
    expect(received).toEqual([]);
  });

  it('is lost where it is closed as soon as it is made', async () => {
    const { port } = await startLoopback(() => undefined);
    onDial((socket, dial) => {
      socket.once('connect', () => socket.destroy());
      return dial.call(socket, port, '127.0.0.1');
    });
    expect(await connect('a.example', port, ['127.0.0.1'])).toBe('connection_lost');
  });

  it.each(['http:', 'https:'])(
    'fails as a connection to a closed port, over %s',
    async (protocol) => {
      expect(await connect('a.example', await deafPort(), ['127.0.0.1'], protocol)).toBe(
        'connection_failed',
      );
    },
  );
});
