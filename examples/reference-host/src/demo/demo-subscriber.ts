import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { systemCaller, type Clock, type Stepward } from '@stepward/core';
import { createReceiver, type Receiver } from '@stepward/receiver';

/** A delivery received by the demo's own subscriber. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders;
  /** The received JSON, or the text if it is not JSON. */
  readonly body: unknown;
  /** Whether the signature was valid. */
  readonly verified: boolean;
}

/** A subscriber of `acme` for all events: a separate server on this machine. */
export interface DemoSubscriber {
  /** What it received, newest first. */
  received(): readonly ReceivedWebhook[];
  close(): Promise<void>;
}

const TENANT = 'acme';
const DESCRIPTION = "The demo's own subscriber";

export async function startDemoSubscriber(
  stepward: Stepward,
  clock: Clock,
): Promise<DemoSubscriber> {
  const received: ReceivedWebhook[] = [];
  let receiver: Receiver | null = null;
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      if (body === null) return void response.destroy();
      const verdict = await receiver?.receive({ headers: request.headers, body });
      const verified = verdict?.type === 'accepted';
      received.unshift({ headers: request.headers, body: parsed(body.toString()), verified });
      response.writeHead(verified ? 204 : 400).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const { port } = server.address() as AddressInfo;
  const secret = await register(stepward, `http://127.0.0.1:${String(port)}/`);
  receiver = createReceiver({ secrets: [secret], clock });

  return {
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Those of earlier starts are gone with their ports, so they are removed. Gives the secret. */
async function register({ subscribers }: Stepward, url: string): Promise<string> {
  const caller = systemCaller(TENANT, 'fixture');
  const { items } = await subscribers.list(TENANT, { limit: 100, position: null });
  for (const { id, description } of items) {
    if (description !== DESCRIPTION) continue;
    const removed = await subscribers.remove(caller, id);
    if (removed.isErr()) throw new Error(`fixture: ${removed.error.code}`);
  }
  const created = await subscribers.create(caller, { url, description: DESCRIPTION });
  if (created.isErr()) throw new Error(`fixture: ${JSON.stringify(created.error)}`);
  return created.value.secret.reveal();
}

/** Null where the request was cut short, because its sender is gone. */
function readBody(request: IncomingMessage): Promise<Buffer | null> {
  return buffer(request).catch(() => null);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
