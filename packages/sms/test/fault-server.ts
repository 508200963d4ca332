import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from 'node:net';
import type { Fault } from './fault-table.js';
import { PROVIDERS, type ProviderName } from './providers.js';

/** A provider that has one fault. */
export interface FaultServer {
  readonly baseUrl: string;
  /** How many requests arrived. */
  readonly requests: () => number;
  close(): Promise<void>;
}

/** Starts the fault. `expire` ends the message's deadline: faults of time are over at once. */
export async function startFault(
  fault: Fault,
  provider: ProviderName,
  expire: () => void,
): Promise<FaultServer> {
  let requests = 0;
  const answers = answersOf(fault, provider, expire);
  const listener: RequestListener = (request, response) => {
    requests += 1;
    request.resume().on('end', () => answers(request, response));
  };
  const { server, scheme } = serverOf(fault, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (fault === 'The connection is refused') await closed(server);
  return {
    baseUrl:
      fault === 'The name cannot be resolved'
        ? `https://${UNRESOLVABLE}`
        : `${scheme}://127.0.0.1:${String(port)}`,
    requests: () => requests,
    close: () => (server.listening ? closed(server) : Promise.resolve()),
  };
}

/** No DNS server is asked for a label of more than 63 characters (RFC 1035 section 2.3.4). */
const UNRESOLVABLE = `${'a'.repeat(64)}.invalid`;

function serverOf(
  fault: Fault,
  listener: RequestListener,
): { readonly server: Server | TcpServer; readonly scheme: string } {
  if (fault === 'The TLS handshake fails') {
    const server = createTcpServer((socket) => socket.resume().end('no TLS here\r\n'));
    return { server, scheme: 'https' };
  }
  return fault === 'The certificate is not trusted'
    ? { server: createTlsServer(SELF_SIGNED, listener), scheme: 'https' }
    : { server: createServer(listener), scheme: 'http' };
}

const certificates = new URL('../../webhooks/test/certificates/', import.meta.url);
const SELF_SIGNED = {
  key: readFileSync(new URL('self-signed.key', certificates)),
  cert: readFileSync(new URL('self-signed.pem', certificates)),
};

function answersOf(fault: Fault, provider: ProviderName, expire: () => void): RequestListener {
  const json = (status: number, body: unknown, headers = {}): RequestListener => {
    return (_, response) => response.writeHead(status, headers).end(JSON.stringify(body));
  };
  switch (fault) {
    case 'No answer within the deadline':
      return expire;
    case 'An answer that does not end within the deadline':
      return (_, response) => {
        response.writeHead(201).write('{"sid":', expire);
      };
    case 'A reset after the request':
      return (request) => request.socket.resetAndDestroy();
    case 'A success with an error inside':
      return json(201, PROVIDERS[provider].errorInside[0]);
    case 'A success that is not JSON':
      return (_, response) => response.writeHead(201).end('<html>OK</html>');
    case 'A success of 10 MB':
      return (_, response) => {
        response.on('error', () => undefined);
        response.writeHead(201).end(Buffer.alloc(10_000_000, ' '));
      };
    case 'A redirect':
      return json(307, {}, { location: '/elsewhere' });
    case '429 with Retry-After':
      return json(429, {}, { 'retry-after': '1' });
    case 'The name cannot be resolved':
    case 'The connection is refused':
    case 'The TLS handshake fails':
    case 'The certificate is not trusted':
      return json(201, { sid: 'never asked' });
    case '401':
    case '403':
    case '404':
    case '429':
    case '500':
    case '503':
      return json(Number(fault), {});
  }
}

async function closed(server: Server | TcpServer): Promise<void> {
  const isClosed = once(server, 'close');
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await isClosed;
}
