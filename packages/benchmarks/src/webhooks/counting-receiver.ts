import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers every POST with 204, and counts them by idempotency key. */
export interface CountingReceiver {
  readonly url: string;
  /** POSTs so far. */
  arrived(): number;
  /** Different events among them. */
  distinct(): number;
  stop(): void;
}

export async function startCountingReceiver(): Promise<CountingReceiver> {
  const keys = new Set<string>();
  let arrived = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      arrived += 1;
      keys.add(String(request.headers['x-idempotency-key']));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    arrived: () => arrived,
    distinct: () => keys.size,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
