import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a mock received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface MockProvider {
  readonly baseUrl: string;
  readonly received: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** A provider on loopback that gives one answer to everything. */
export async function startMock(status: number, answer: unknown): Promise<MockProvider> {
  const received: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    void text(request).then((body) => {
      received.push({ method, path, headers, body });
      response.writeHead(status).end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${String(port)}`,
    received,
    async close() {
      const isClosed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await isClosed;
    },
  };
}
