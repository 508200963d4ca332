import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import { createFacts } from './facts.js';

/** A subscriber's server that does not do what it should. */
export interface BadSink {
  readonly url: string;
  /** Connections that came. */
  connections(): number;
  /** Requests that came, whole or not. */
  requests(): number;
  /** Resolves once so many requests have come. */
  until(requests: number): Promise<void>;
}

/** Does something to the socket of a request; `count` is the request's number on that socket, from 1. */
export type Misbehaving = (socket: Socket, count: number) => void;

export const misbehaviours = {
  hang: () => undefined,
  drip: (socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ndrop'),
  dripHeaders: (socket) => void socket.write('HTTP/1.1 200 OK\r\nx-drop: a'),
  sendTenMegabytes: (socket) => {
    const body = 'x'.repeat(10_000_000);
    socket.write(`HTTP/1.1 500 No\r\ncontent-length: 10000000\r\n\r\n${body}`);
  },
  reset: (socket) => void socket.resetAndDestroy(),
  close: (socket) => void socket.destroy(),
  babble: (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n'),
  breakOff: (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'),
  sendEndlessHeaders: (socket) =>
    void socket.write(`HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(100_000)}`),
  /** Keeps the connection after the first answer, and closes it on the second request. */
  closeKeptAlive: (socket, count) => {
    if (count > 1) socket.destroy();
    else socket.write('HTTP/1.1 204 OK\r\nconnection: keep-alive\r\n\r\n');
  },
} satisfies Record<string, Misbehaving>;

export function openBadSink(misbehave: Misbehaving): Promise<BadSink> {
  return serve(createServer(), 'connection', 'http', misbehave);
}

/** Speaks TLS with a certificate that it signed itself. */
export function openBadTlsSink(): Promise<BadSink> {
  const options = { cert: pem('self-signed.pem'), key: pem('self-signed.key') };
  const server = createTlsServer(options);
  server.on('tlsClientError', () => undefined);
  return serve(server, 'secureConnection', 'https', misbehaviours.hang);
}

/** A port without a listener. */
export async function deafUrl(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return `http://127.0.0.1:${String(port)}/`;
}

function pem(file: string): string {
  const folder = '../../../packages/webhooks/test/certificates/';
  return readFileSync(new URL(folder + file, import.meta.url), 'utf8');
}

async function serve(
  server: Server,
  event: 'connection' | 'secureConnection',
  protocol: string,
  misbehave: Misbehaving,
): Promise<BadSink> {
  const facts = createFacts();
  const sockets: Socket[] = [];
  let requests = 0;
  server.on('connection', (socket: Socket) => {
    sockets.push(socket.on('error', () => undefined));
  });
  server.on(event, (socket: Socket) => {
    let count = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (!chunk.includes('\r\n\r\n')) return;
      requests += 1;
      count += 1;
      misbehave(socket, count);
      facts.changed();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `${protocol}://127.0.0.1:${String(port)}/hooks`,
    connections: () => sockets.length,
    requests: () => requests,
    until: (count) => facts.until(() => requests >= count),
  };
}
