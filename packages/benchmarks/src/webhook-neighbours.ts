/**
 * A quiet tenant's webhooks beside another tenant's 100 subscribers that never answer: from the commit of
 * 5 events until all have arrived, alone and beside them, and with 8 such subscribers at the quiet one's own
 * origin. Time over time, target at most 2. Before each round the neighbour emits as well, so that there is
 * always more due for it than a worker takes. The worker runs in this process, and is woken after each commit.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { alternate, ratio, report, type Round } from './compare.js';
import { emitOne } from './webhooks/emit.js';
import { createWebhookWorld, TARGETS, type WebhookWorld } from './webhooks/webhook-world.js';

const EVENTS = 5;

/** Answers at once, unless the path is `/tarpit`; `arrived` resolves with so many requests answered. */
async function startReceiver() {
  let answered = 0;
  let onAnswer = (): void => undefined;
  const server = createServer((request, response) => {
    if (request.url === '/tarpit') return;
    request.resume().on('end', () => {
      response.writeHead(204).end();
      answered += 1;
      onAnswer();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    arrived: (count: number): Promise<void> =>
      new Promise((resolve) => {
        const until = answered + count;
        onAnswer = () => {
          if (answered >= until) resolve();
        };
      }),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Neighbourhood {
  readonly round: Round;
  stop(): Promise<void>;
}

/** A quiet tenant with one subscriber, and a neighbour with so many that hang, over a database of their own. */
async function createNeighbourhood(tarpits: number, isSameOrigin: boolean): Promise<Neighbourhood> {
  const world = await createWebhookWorld();
  const [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
  await world.subscribe(`${receiver.origin}/`, 'quiet');
  const { origin } = isSameOrigin ? receiver : elsewhere;
  await world.subscribeEach(
    `${origin}/tarpit`,
    Array.from({ length: tarpits }, () => 'neighbour'),
  );
  const sender = createWebhookSender({ targets: TARGETS });
  const worker = createDeliveryWorker({ outbox: world.stepward.outbox, sender });
  worker.start();
  const round = async (): Promise<number> => {
    // Alone as well, where it has no receiver: so both sides begin with warm connections and an awake worker.
    await emit(world, 'neighbour');
    worker.wake();
    const arrived = receiver.arrived(EVENTS);
    const started = performance.now();
    await emit(world, 'quiet');
    worker.wake();
    await arrived;
    return performance.now() - started;
  };
  // So that the neighbour has a backlog.
  for (let number = 0; tarpits > 0 && number < 10; number += 1) await emit(world, 'neighbour');
  return {
    round,
    async stop() {
      receiver.stop();
      elsewhere.stop();
      await worker.stop();
      await sender.close();
      await world.stop();
    },
  };
}

/** Each event in a transaction of its own. */
async function emit(world: WebhookWorld, tenantId: string): Promise<void> {
  for (let number = 0; number < EVENTS; number += 1) {
    await emitOne(world, tenantId, () => undefined);
  }
}

for (const [title, tarpits, isSameOrigin] of [
  ['100 subscribers that hang', 100, false],
  ['8 that hang at its own origin', 8, true],
] as const) {
  const [alone, beside] = [
    await createNeighbourhood(0, false),
    await createNeighbourhood(tarpits, isSameOrigin),
  ];
  try {
    const [aloneMs, besideMs] = await alternate(alone.round, beside.round);
    report(`5 events of a quiet tenant beside ${title} of another`, [
      ['alone', `${aloneMs.toFixed(1)} ms`],
      ['beside them', `${besideMs.toFixed(1)} ms`],
      ['time over time (target at most 2)', ratio(besideMs, aloneMs)],
    ]);
  } finally {
    await beside.stop();
    await alone.stop();
  }
}
