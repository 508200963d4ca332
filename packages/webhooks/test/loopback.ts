import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A listener on 127.0.0.1 that ends with its test. */
export interface Loopback {
  readonly port: number;
  /** Each connection that came, in order. */
  readonly sockets: readonly Socket[];
  /** Settles with the next connection. */
  connection(): Promise<Socket>;
}

/** Answers each request (each chunk that has a header's end) with what `answer` does to the socket. */
export function startLoopback(answer: (socket: Socket) => void): Promise<Loopback> {
  const server = createServer();
  server.on('connection', (socket) => {
    socket.on('data', (chunk) => {
      if (chunk.includes('\r\n\r\n')) answer(socket);
    });
  });
  return listen(server);
}

/** The same for a server made elsewhere, such as one of `node:tls` or `node:http`. */
export async function listen(server: Server): Promise<Loopback> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await once(server.close(), 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    sockets,
    connection: async () => (await once(server, 'connection'))[0] as Socket,
  };
}

/** A port of 127.0.0.1 without a listener: it was just released. */
export async function deafPort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Settles once the socket is closed, by whomever and however. */
export function closed(socket: Socket): Promise<void> {
  return new Promise((settle) => {
    if (socket.destroyed) settle();
    else socket.once('close', () => settle());
  });
}

/** An answer with this body, after which the connection stays open. */
export function http(status: number, body = '', headers: readonly string[] = []): string {
  const lines = [
    `HTTP/1.1 ${status} Status`,
    `content-length: ${Buffer.byteLength(body)}`,
    ...headers,
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
