/**
 * A quiet tenant's events beside 20 events of another tenant to 10,000 subscribers: from the commit of an event until it has
 * arrived, alone and beside them, on the oldest and the newest Postgres. Time over time, target at most 3. The worker
 * runs in this process, and is woken after each commit; the subscribers of the other tenant answer at once, in another
 * process.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasBinaries, startEmbeddedPostgres, type EmbeddedVersion } from '@stepward/dev-postgres';
import { createDeliveryWorker, createWebhookSender, noMetrics } from '@stepward/webhooks';
import { percentile, rate, ratio, report } from './compare.js';
import { postgresCpuOf } from './http/postgres-cpu.js';
import { emitOne, emitTogether } from './webhooks/emit.js';
import { startSink } from './webhooks/sink-process.js';
import { createWebhookWorld, TARGETS, TENANT } from './webhooks/webhook-world.js';

const SUBSCRIBERS = 10_000;
const EVENTS = 20;
/** Events of the quiet tenant on each side, one after the other. */
const PROBES = 40;
const QUIET = 'quiet';

for (const version of [15, 18] as const) {
  if (hasBinaries(version)) await measure(version);
}

async function measure(version: EmbeddedVersion): Promise<void> {
  const server = await startEmbeddedPostgres({ version, durable: true });
  const world = await createWebhookWorld(16, server);
  const postgresCpu = await postgresCpuOf(world.pool);
  const [receiver, sink] = [await startReceiver(), await startSink()];
  await world.subscribe(receiver.url, QUIET);
  await world.subscribeEach(
    sink.url,
    Array.from({ length: SUBSCRIBERS }, () => TENANT),
  );
  let delivered = 0;
  const metrics = { ...noMetrics, attempted: () => void (delivered += 1) };
  const sender = createWebhookSender({ targets: TARGETS });
  const worker = createDeliveryWorker({ outbox: world.stepward.outbox, sender, metrics });
  worker.start();
  const probe = async (): Promise<number> => {
    const arrived = receiver.arrived();
    const started = performance.now();
    await emitOne(world, QUIET, () => undefined);
    worker.wake();
    await arrived;
    return performance.now() - started;
  };
  try {
    await times(5, probe);
    const alone = await times(PROBES, probe);
    await emitTogether(
      world,
      Array.from({ length: EVENTS }, () => TENANT),
    );
    worker.wake();
    await times(5, probe);
    const [before, cpuBefore, started] = [delivered, postgresCpu() ?? NaN, performance.now()];
    const beside = await times(PROBES, probe);
    const made = delivered - before;
    const cpuMs = (postgresCpu() ?? NaN) - cpuBefore;
    const name = `beside ${String(EVENTS)} events to ${SUBSCRIBERS.toLocaleString('en')}`;
    report(`On Postgres ${String(version)}, an event of a quiet tenant`, [
      ['alone, median and 95 %', percentiles(alone)],
      [name, percentiles(beside)],
      ['time over time (target at most 3)', ratio(percentile(beside, 0.5), percentile(alone, 0.5))],
      ['  of 95 %', ratio(percentile(beside, 0.95), percentile(alone, 0.95))],
      ['meanwhile', rate(made, performance.now() - started, 'deliveries')],
      ['processor time of Postgres, per 1,000', `${(cpuMs / made).toFixed(2)} s`],
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

async function times(count: number, probe: () => Promise<number>): Promise<readonly number[]> {
  const taken: number[] = [];
  while (taken.length < count) taken.push(await probe());
  return taken;
}

function percentiles(taken: readonly number[]): string {
  return `${percentile(taken, 0.5).toFixed(1)} and ${percentile(taken, 0.95).toFixed(1)} ms`;
}
