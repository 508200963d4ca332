import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Answer } from './answer.js';

/** A request as its bytes, for what no polite client would send. */
export interface RawRequest {
  readonly method: string;
  /** The whole path: `/v1/account/mfa/sms`. */
  readonly path: string;
  /** One entry per header line, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** What follows the empty line, as it is. */
  readonly body?: Uint8Array | string;
}

/** Sends the bytes on a connection of their own, and reads until the server closes it. */
export async function sendRaw(port: number, request: RawRequest): Promise<Answer> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A server that answers early may reset what is still on its way to it; its answer came first.
  socket.on('error', () => undefined);
  socket.write(bytesOf(request));
  await new Promise((resolve) => socket.on('close', resolve));
  return parseResponse(Buffer.concat(received));
}

/** Sends the bytes, and vanishes once they are on their way. */
export async function sendAndVanish(port: number, request: RawRequest): Promise<void> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise<void>((resolve) => {
    socket.write(bytesOf(request), () => resolve());
  });
  socket.resetAndDestroy();
}

/** A body in chunks of so many bytes (RFC 9112 section 7.1). */
export function chunked(body: string, size: number): string {
  const chunks: string[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.slice(at, at + size);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return `${chunks.join('')}0\r\n\r\n`;
}

function bytesOf({ method, path, headers, body = '' }: RawRequest): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${path} HTTP/1.1\r\n${lines}connection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

/** @throws where no whole answer came */
function parseResponse(bytes: Buffer): Answer {
  const [head = '', ...rest] = bytes.toString('utf8').split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no answer, but ${String(bytes.length)} bytes`);
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return { status, headers, text: rest.join('\r\n\r\n') };
}
