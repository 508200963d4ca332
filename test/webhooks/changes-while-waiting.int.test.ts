/** A subscriber that changes while its deliveries wait in the memory of a worker: what is sent next is as it is then. */
import { expect, it } from 'vitest';
import { postgres } from '../harness/storages.js';
import { inMaintenance } from './crash/in-maintenance.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { subscribe } from './harness/subscription.js';
import type { Host } from '../customer-api/harness/host.js';

/** Three deliveries, of which the first is under way and the others wait behind it, in memory. */
async function waitingBehindFirst(host: Host) {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const sink = await openSink((response) => {
    void answered.then(() => response.writeHead(204).end());
  });
  const tenant = await host.tenant();
  const subscription = await subscribe(tenant, sink.url);
  for (let count = 0; count < 3; count += 1) await emit(host, tenant);
  const worker = openWorker(host, { worker: { perSubscriber: 1 } });
  const working = worker.runOnce();
  await sink.until(1);
  return {
    ...{ sink, tenant, subscription, worker },
    async finish() {
      answer();
      await working;
    },
    async statuses() {
      const deliveries = await subscription.deliveries();
      return deliveries.map(({ status }) => status).toSorted();
    },
  };
}

onEveryStorage((host) => {
  it('sends nothing more to one that was deleted', async () => {
    const { sink, tenant, subscription, finish } = await waitingBehindFirst(host);
    await tenant.remove(subscription.path);
    await finish();
    expect(sink.received).toHaveLength(1);
  });

  it('sends nothing more to one that was disabled; its deliveries are skipped', async () => {
    const { sink, tenant, subscription, finish, statuses } = await waitingBehindFirst(host);
    await tenant.patch(subscription.path, { enabled: false });
    await finish();
    expect(sink.received).toHaveLength(1);
    expect(await statuses()).toEqual(['delivered', 'skipped', 'skipped']);
  });

  it('sends to the new URL of one that was changed', async () => {
    const { sink, tenant, subscription, finish, statuses } = await waitingBehindFirst(host);
    const elsewhere = await openSink();
    await tenant.patch(subscription.path, { url: elsewhere.url });
    await finish();
    expect([sink.received.length, elsewhere.received.length]).toEqual([1, 2]);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered']);
  });
});

onEveryStorage(
  (host) => {
    it('waits with one that another worker has paused, and sends afterwards', async () => {
      const { sink, subscription, worker, finish, statuses } = await waitingBehindFirst(host);
      const pausedUntil = new Date(host.clock.now().getTime() + 30_000).toISOString();
      await inMaintenance(
        host.pool!,
        `update stepward.subscribers set paused_until = '${pausedUntil}', pause_reason = 'busy' where subscriber_id = '${subscription.id}'`,
      );
      await finish();
      expect(sink.received).toHaveLength(1);
      expect(await statuses()).toEqual(['delivered', 'pending', 'pending']);
      host.clock.advance(30_000);
      await worker.runOnce();
      expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered']);
    });
  },
  { storages: [postgres] },
);
