/**
 * A quiet tenant's events beside 20 events of another tenant to 10,000 subscribers: from the commit of an event until it has
 * arrived, alone and beside them, on the oldest and the newest Postgres. Time over time, target at most 6. The worker
 * runs in this process, and is woken after each commit; the subscribers of the other tenant answer at once, in another
 * process.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemCaller } from '@stepward/core';
import { hasBinaries, startEmbeddedPostgres, type EmbeddedVersion } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender } from '@stepward/webhooks';
import { rate, ratio, report } from './compare.js';
import { sampleUser } from './webhooks/sample-user.js';
import { startSink } from './webhooks/sink-process.js';
import {
  createWebhookWorld,
  TARGETS,
  TENANT,
  type WebhookWorld,
} from './webhooks/webhook-world.js';

const SUBSCRIBERS = 10_000;
/** Subscribers that are made at a time: as many may wait for a tenant's lock. */
const AT_ONCE = 10;
const EVENTS = 20;
/** Events of the quiet tenant on each side, one after the other. */
const PROBES = 40;
const QUIET = 'quiet';

for (const version of [15, 18] as const) {
  if (hasBinaries(version)) await measure(version);
}

async function measure(version: EmbeddedVersion): Promise<void> {
  const world = await createWebhookWorld(
    16,
    await startEmbeddedPostgres({ version, durable: true }),
  );
  const [receiver, sink] = [await startReceiver(), await startSink()];
  await subscribe(world, QUIET, receiver.url);
  await subscribeAll(world, sink.url);
  const sender = createWebhookSender({ targets: TARGETS });
  const worker = createDeliveryWorker({ outbox: world.stepward.outbox, sender });
  worker.start();
  const probe = async (): Promise<number> => {
    const arrived = receiver.arrived();
    const started = performance.now();
    await emit(world, QUIET, 0);
    worker.wake();
    await arrived;
    return performance.now() - started;
  };
  try {
    await times(5, probe);
    const alone = await times(PROBES, probe);
    for (let number = 0; number < EVENTS; number += 1) await emit(world, TENANT, number);
    worker.wake();
    await times(5, probe);
    const before = await readCounts(world);
    const beside = await times(PROBES, probe);
    const after = await readCounts(world);
    const made = after.deliveries - before.deliveries;
    const besideMs = beside.reduce((sum, each) => sum + each, 0);
    report(`On Postgres ${String(version)}, an event of a quiet tenant`, [
      ['alone, median and 95 %', percentiles(alone)],
      [
        `beside ${String(EVENTS)} events to ${SUBSCRIBERS.toLocaleString('en')}`,
        percentiles(beside),
      ],
      ['time over time (target at most 6)', ratio(at(beside, 0.5), at(alone, 0.5))],
      ['meanwhile', rate(made, besideMs, 'deliveries')],
      ['pages of Postgres a delivery', ((after.pages - before.pages) / made).toFixed(0)],
    ]);
  } finally {
    await worker.stop();
    await sender.close();
    receiver.stop();
    sink.stop();
    await world.stop();
  }
}

async function startReceiver() {
  let onAnswer = (): void => undefined;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      onAnswer();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    arrived: (): Promise<void> =>
      new Promise((resolve) => {
        onAnswer = resolve;
      }),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function subscribe({ stepward }: WebhookWorld, tenantId: string, url: string): Promise<void> {
  const made = await stepward.subscribers.create(systemCaller(tenantId), { url });
  if (made.isErr()) throw new Error(made.error.code);
}

/** Secrets are sealed for one subscriber, so that none can be copied. */
async function subscribeAll(world: WebhookWorld, url: string): Promise<void> {
  for (let made = 0; made < SUBSCRIBERS; made += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => subscribe(world, TENANT, url)));
  }
}

async function emit({ stepward }: WebhookWorld, tenantId: string, number: number): Promise<void> {
  const event = { type: 'user.created', tenantId, data: sampleUser(number) } as const;
  const emitted = await stepward.events.emit(event);
  if (emitted.isErr()) throw new Error(emitted.error.code);
}

/** What was delivered, and the pages that were read, from memory or not. */
async function readCounts({ pool }: WebhookWorld): Promise<{ deliveries: number; pages: number }> {
  const { rows } = await pool.query<{ deliveries: string; pages: string }>(
    `select sum(tup_inserted) as deliveries, sum(pages) as pages from (
       select n_tup_ins as tup_inserted, 0 as pages from pg_stat_user_tables where relname = 'deliveries'
       union all
       select 0, blks_hit + blks_read from pg_stat_database where datname = current_database()
     ) as counted`,
  );
  return { deliveries: Number(rows[0]?.deliveries), pages: Number(rows[0]?.pages) };
}

async function times(count: number, probe: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = [];
  while (taken.length < count) taken.push(await probe());
  return taken;
}

function percentiles(taken: readonly number[]): string {
  return `${at(taken, 0.5).toFixed(1)} and ${at(taken, 0.95).toFixed(1)} ms`;
}

function at(taken: readonly number[], share: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor(taken.length * share)] ?? 0;
}
