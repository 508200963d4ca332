/**
 * Deliveries among many tenants and many subscribers: the rate with 5,000 tenants over that with 20, by 1 and 3 workers, also
 * where both sides open a connection for each delivery, since tenants share none; to 10 subscribers among 10,000 whose filters do not match, over that to the 10 alone; and to 9 beside a dead one, which takes what it is
 * sent and never answers, over that to the 9 alone. The target of all is 0.9. The cap of attempts at once to one subscriber
 * is the default.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemCaller } from '@stepward/core';
import { alternate, rate, ratio, report } from './compare.js';
import { settle, workOff } from './webhooks/backlog.js';
import { startDeliveryProcesses } from './webhooks/delivery-processes.js';
import { forEach } from './webhooks/for-each.js';
import { startSink } from './webhooks/sink-process.js';
import { createWebhookWorld, subscribe } from './webhooks/webhook-world.js';

const DEFAULT_CAP = 10;
const DELIVERIES = 5_000;

const world = await createWebhookWorld();
const sink = await startSink();
const workers = startDeliveryProcesses(3, world.url, DEFAULT_CAP);
try {
  const open = await createBothTenants('open', sink.url);
  const closing = await createBothTenants('closing', sink.closingUrl);
  for (const processes of [1, 3]) {
    await settle(workers, processes);
    await compareTenants(`Tenants, ${String(processes)} process(es)`, processes, open);
    const title = `Tenants, a connection for each delivery, ${String(processes)} process(es)`;
    await compareTenants(title, processes, closing);
  }
  await workers.rest(3);
  await settle(workers, 1);
  await compareAmongOthers();
  await compareWithDead();
} finally {
  workers.stop();
  sink.stop();
  await world.stop();
}

/** 20 tenants, and as many as there are deliveries, each with one subscriber. */
interface BothTenants {
  readonly few: readonly string[];
  readonly many: readonly string[];
}

async function createBothTenants(name: string, url: string): Promise<BothTenants> {
  const create = async (size: string, count: number): Promise<readonly string[]> => {
    const tenants = Array.from(
      { length: count },
      (_, number) => `${name}-${size}-${String(number)}`,
    );
    await world.subscribeEach(url, tenants);
    return tenants;
  };
  return { few: await create('few', 20), many: await create('many', DELIVERIES) };
}

async function compareTenants(
  title: string,
  processes: number,
  { few, many }: BothTenants,
): Promise<void> {
  const [fewMs, manyMs] = await alternate(
    () => deliver(processes, inTurn(few, DELIVERIES), DELIVERIES),
    () => deliver(processes, many, DELIVERIES),
  );
  report(title, [
    [`${String(few.length)} tenants`, rate(DELIVERIES, fewMs, 'deliveries')],
    [`${String(many.length)} tenants`, rate(DELIVERIES, manyMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(fewMs, manyMs)],
  ]);
}

async function compareAmongOthers(): Promise<void> {
  const [alone, among] = ['ten', 'ten-among-10000'];
  for (const tenantId of [alone, among]) {
    await world.subscribeEach(sink.url, inTurn([tenantId], 10));
  }
  const other = { url: sink.url, tenantId: among, eventType: 'session.*' };
  await forEach(Array.from({ length: 9_990 }), 8, () => subscribe(world.stepward, other));
  const [aloneMs, amongMs] = await alternate(
    () => deliver(1, inTurn([alone], DELIVERIES / 10), DELIVERIES),
    () => deliver(1, inTurn([among], DELIVERIES / 10), DELIVERIES),
  );
  report('10 subscribers, 1 process', [
    ['alone', rate(DELIVERIES, aloneMs, 'deliveries')],
    ['among 10,000', rate(DELIVERIES, amongMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(aloneMs, amongMs)],
  ]);
}

async function compareWithDead(): Promise<void> {
  const tenantId = 'nine-and-one';
  await world.subscribeEach(sink.url, inTurn([tenantId], 9));
  const deadId = await world.subscribe(sink.deadUrl, tenantId);
  const enable = async (enabled: boolean): Promise<void> => {
    const caller = systemCaller(tenantId);
    const changed = await world.stepward.subscribers.change(caller, deadId, { enabled });
    if (changed.isErr()) throw new Error(changed.error.code);
  };
  const events = inTurn([tenantId], Math.floor(DELIVERIES / 9));
  const healthy = 9 * events.length;
  /** Afterwards nothing waits for the dead one: it is disabled, and what was under way has failed. */
  const round = async (isBesideDead: boolean): Promise<number> => {
    await enable(isBesideDead);
    const ms = await deliver(1, events, healthy);
    await enable(false);
    sink.hangUp();
    while ((await world.stepward.outbox.queueState()).lagMs > 0) await sleep(100);
    return ms;
  };
  const [aloneMs, besideMs] = await alternate(
    () => round(false),
    () => round(true),
  );
  report('9 healthy subscribers, 1 process', [
    ['alone', rate(healthy, aloneMs, 'deliveries')],
    ['beside one that never answers', rate(healthy, besideMs, 'deliveries')],
    ['ratio (target 0.9)', ratio(aloneMs, besideMs)],
  ]);
}

function deliver(processes: number, tenants: readonly string[], deliveries: number) {
  return workOff(world, workers, processes, { tenants, deliveries });
}

function inTurn(tenants: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, number) => tenants[number % tenants.length] ?? '');
}
