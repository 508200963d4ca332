/**
 * Order by key: a backlog of events of 100 keys to a subscriber that fails one in ten, beside four subscribers of the same tenant that
 * take each event at once. The rate of these four, where the first one is ordered, over their rate where it is not (target 0.9), in
 * turns. Then as many events with order, while the worker is killed three times: how many came before the one ahead of them (0).
 *
 * `EVENTS` sets how many events there are of each round (2,000) and, five times as many, of the run with kills.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCaller } from '@stepward/core';
import { median, rate, report, takeTurns } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { sampleUser } from './webhooks/sample-user.js';
import { createWebhookWorld, TENANT, type WebhookWorld } from './webhooks/webhook-world.js';
import { cpuMsOf, startWorkerProcess } from './webhooks/worker-process.js';

const EVENTS = Number(process.env['EVENTS'] ?? 2_000);
const KEYS = 100;
const OTHERS = 4;
const KILLS = 3;

type Ordering = 'none' | 'key';

const world = await createWebhookWorld();
const receiver = await startReceiver();
const ordered = await world.subscribe(receiver.urlOf('ordered'));
for (let number = 0; number < OTHERS; number += 1) await world.subscribe(receiver.urlOf('other'));
const postgresCpu = await postgresCpuOf(world.pool);
try {
  const [without = [], withOrder = []] = await takeTurns(
    () => measure('none'),
    () => measure('key'),
  );
  const [plainMs, orderedMs] = [without, withOrder].map((rounds) =>
    median(rounds.map(({ ms }) => ms)),
  );
  const count = EVENTS * OTHERS;
  report(
    `${String(EVENTS)} events of ${String(KEYS)} keys to ${String(OTHERS)} subscribers beside one that fails one in ten`,
    [
      ['without order', rate(count, plainMs ?? NaN, 'deliveries')],
      ['with order', rate(count, orderedMs ?? NaN, 'deliveries')],
      [
        'with order over without it (at least 0.9)',
        ((plainMs ?? NaN) / (orderedMs ?? NaN)).toFixed(2),
      ],
      ...cpuLines('without order', without),
      ...cpuLines('with order', withOrder),
    ],
  );
  const killed = await runWithKills();
  report(
    `${String(5 * EVENTS)} events with order, while the worker is killed ${String(KILLS)} times`,
    [
      ['came before the one ahead of it (0)', String(killed.early)],
      ['not delivered (0)', String(killed.missing)],
      ['came again', String(killed.repeats)],
      ['until the last', `${(killed.ms / 1_000).toFixed(0)} s`],
    ],
  );
} finally {
  receiver.stop();
  await world.stop();
}

interface Measured {
  readonly ms: number;
  readonly workerCpuMs: number;
  readonly postgresCpuMs: number;
}

function cpuLines(title: string, rounds: readonly Measured[]): (readonly [string, string])[] {
  const per1000 = (ms: readonly number[]): string =>
    `${(median(ms) / (EVENTS * (OTHERS + 1))).toFixed(2)} s`;
  return [
    [
      `the worker's processor time ${title}, 1,000`,
      per1000(rounds.map((each) => each.workerCpuMs)),
    ],
    [`that of Postgres ${title}`, per1000(rounds.map((each) => each.postgresCpuMs))],
  ];
}

/** How long the others take for a backlog. All of it is delivered before the next round. */
async function measure(ordering: Ordering): Promise<Measured> {
  await order(ordering);
  receiver.reset();
  await emit(world, EVENTS);
  const postgresBefore = postgresCpu() ?? NaN;
  const worker = startWorkerProcess(world.url);
  try {
    await receiver.until(() => receiver.others() > 0);
    const started = performance.now();
    await receiver.until(() => receiver.others() >= EVENTS * OTHERS);
    const ms = performance.now() - started;
    await receiver.until(() => receiver.delivered() >= EVENTS);
    await settled(world, ordered);
    const postgresCpuMs = (postgresCpu() ?? NaN) - postgresBefore;
    return { ms, workerCpuMs: await cpuMsOf(worker), postgresCpuMs };
  } finally {
    worker.kill('SIGKILL');
    await endLeases(world);
  }
}

async function runWithKills() {
  await order('key');
  receiver.reset();
  const count = 5 * EVENTS;
  await emit(world, count);
  const started = performance.now();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const worker = startWorkerProcess(world.url);
    await receiver.until(() => receiver.delivered() >= (count * kill) / (KILLS + 1));
    worker.kill('SIGKILL');
    await endLeases(world);
  }
  const worker = startWorkerProcess(world.url);
  await receiver.until(() => receiver.delivered() >= count);
  await settled(world, ordered);
  worker.kill('SIGKILL');
  const ms = performance.now() - started;
  const [early, repeats, missing] = [
    receiver.early(),
    receiver.repeats(),
    count - receiver.delivered(),
  ];
  return { ms, early, repeats, missing };
}

async function order(ordering: Ordering): Promise<void> {
  const changed = await world.stepward.subscribers.change(systemCaller(TENANT), ordered, {
    ordering,
  });
  if (changed.isErr()) throw new Error(changed.error.code);
}

/** Emits events of all keys in turn, a hundred in a transaction. */
async function emit({ pool, stepward }: WebhookWorld, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    for (let number = 0; number < count; number += 1) {
      if (number % 100 === 0) await client.query(number === 0 ? 'begin' : 'commit; begin');
      const data = { ...sampleUser(number), number };
      const orderingKey = String(number % KEYS);
      const event = { type: 'user.created', tenantId: TENANT, data, orderingKey } as const;
      const emitted = await stepward.events.emit(event, { tx: client });
      if (emitted.isErr()) throw new Error(emitted.error.code);
    }
    await client.query('commit');
  } finally {
    client.release();
  }
}

/** Waits until nothing of the subscriber is pending. */
async function settled({ stepward }: WebhookWorld, subscriberId: string): Promise<void> {
  const [filter, page] = [{ status: 'pending', since: null, until: null } as const, { limit: 1 }];
  for (;;) {
    const listed = await stepward.deliveries.list(TENANT, subscriberId, filter, page);
    if (listed.isErr()) throw new Error(listed.error.code);
    if (listed.value.items.length === 0) return;
    await sleep(50);
  }
}

/** The next worker takes over at once. */
async function endLeases({ pool }: WebhookWorld): Promise<void> {
  await pool.query(
    `begin; set local stepward.maintenance = 'on'; update stepward.workers set lease_until = '-infinity'; commit`,
  );
}

/** The first subscriber's server refuses the first attempt of each tenth event; all others answer at once. */
async function startReceiver() {
  let delivered = new Set<number>();
  let [others, early, repeats] = [0, 0, 0];
  function take(number: number, isFirstAttempt: boolean): number {
    if (number >= KEYS && !delivered.has(number - KEYS)) early += 1;
    if (delivered.has(number)) repeats += 1;
    const isTenth = (number + Math.floor(number / KEYS)) % 10 === 0;
    if (isTenth && isFirstAttempt && !delivered.has(number)) return 500;
    delivered.add(number);
    return 204;
  }
  const server = createServer((request, response) => {
    void numberIn(request).then((number) => {
      const isOther = request.url === '/other';
      if (isOther) others += 1;
      const isFirst = request.headers['x-webhook-attempt'] === '1';
      response.writeHead(isOther ? 204 : take(number, isFirst)).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (path: string) => `http://127.0.0.1:${String(port)}/${path}`,
    others: () => others,
    delivered: () => delivered.size,
    early: () => early,
    repeats: () => repeats,
    reset(): void {
      delivered = new Set();
      [others, early, repeats] = [0, 0, 0];
    },
    async until(isReached: () => boolean): Promise<void> {
      while (!isReached()) await sleep(5);
    },
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function numberIn(request: IncomingMessage): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as {
    readonly data: { readonly number: number };
  };
  return body.data.number;
}
