import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createFacts } from './facts.js';

/** A POST as it came over the socket. */
export interface Captured {
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The names in the order and the spelling that they came in. */
  readonly headerNames: readonly string[];
  /** The bytes, before anything parsed them. */
  readonly body: Buffer;
}

/** Answers a request once its body is there. `attempt` counts what the sink got, from 1. */
export type Answering = (response: ServerResponse, request: Captured, count: number) => void;

/** A subscriber's server on 127.0.0.1. */
export interface Sink {
  readonly port: number;
  readonly url: string;
  /** Everything that came, in order. */
  readonly received: readonly Captured[];
  /** Resolves once so many requests have come in all. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

export const accept: Answering = (response) => response.writeHead(204).end();

/** Answers every request with that status. */
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) =>
    response.writeHead(status, headers).end('said the subscriber');

/** The caller closes it; `openSink` of `hooks.ts` does so at the end of the test. */
export async function startSink(answer: Answering = accept): Promise<Sink> {
  const received: Captured[] = [];
  const facts = createFacts();
  const server = createServer((request, response) => {
    void buffer(request).then(
      (body) => {
        const captured: Captured = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers as Record<string, string>,
          headerNames: request.rawHeaders.filter((_, index) => index % 2 === 0),
          body,
        };
        received.push(captured);
        answer(response, captured, received.length);
        facts.changed();
      },
      // Its sender was gone before the body was complete.
      () => undefined,
    );
  });
  const port = await listening(server);
  return {
    port,
    url: `http://127.0.0.1:${String(port)}/hooks`,
    received,
    until: (count) => facts.until(() => received.length >= count),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listening(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}
