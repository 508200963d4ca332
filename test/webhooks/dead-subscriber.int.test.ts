/** A subscriber that accepts and never answers, with a long backlog, beside healthy ones. */
import { describe, expect, it } from 'vitest';
import { catalogue } from '@stepward/core/events';
import { createFixedClock, type FixedClock } from '@stepward/testing';
import type { DeliveryWorker } from '@stepward/webhooks';
import { misbehaviours, openBadSink } from './harness/bad-sinks.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { waitingClock } from './harness/waiting-clock.js';
import type { ListedDelivery, Tenant } from '../customer-api/harness/tenant.js';
import { subscribe, type Subscription } from './harness/subscription.js';

const BACKLOG = 500;
/** Of the backlog, those that go to the healthy ones too: the last. */
const SHARED = 50;
const HEALTHY = 9;
const PER_SUBSCRIBER = 7;

async function everyDelivery({ path }: Subscription, tenant: Tenant) {
  const deliveries: ListedDelivery[] = [];
  let query = 'limit=100';
  for (let hasMore = true; hasMore;) {
    const { data, pagination } = await tenant.page<ListedDelivery>(`${path}/deliveries?${query}`);
    deliveries.push(...data);
    query = `limit=100&cursor=${String(pagination.next_cursor)}`;
    hasMore = pagination.has_more;
  }
  return deliveries;
}

/** Lets attempts time out until none is under way. */
async function untilStopped(workers: readonly DeliveryWorker[], clock: FixedClock) {
  const stopped = Promise.all(workers.map((each) => each.stop())).then(() => true);
  const nextTurn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));
  while (!(await Promise.race([stopped, nextTurn()]))) clock.advance(15_000);
}

onEveryStorage((host) => {
  describe(`${String(BACKLOG)} deliveries to a dead subscriber`, () => {
    it(`take up ${String(PER_SUBSCRIBER)} connections over two workers, while the healthy get everything`, async () => {
      const tenant = await host.tenant();
      const dead = await openBadSink(misbehaviours.hang);
      const subscription = await subscribe(tenant, dead.url);
      const sinks = await Promise.all(Array.from({ length: HEALTHY }, () => openSink()));
      for (const { url } of sinks) await subscribe(tenant, url, { event_types: ['user.deleted'] });
      const { example: data } = catalogue['session.revoked'];
      const older = Array.from({ length: BACKLOG - SHARED }, () =>
        emit(host, tenant, { type: 'session.revoked', data }),
      );
      await Promise.all(older);
      await Promise.all(Array.from({ length: SHARED }, () => emit(host, tenant)));

      const worker = { concurrency: 32, perSubscriber: PER_SUBSCRIBER };
      // Attempts time out by their own clock: no lease ends with them.
      const senderClock = createFixedClock();
      const parts = { senderClock, worker: { ...worker, clock: waitingClock(host.clock) } };
      const workers = [openWorker(host, parts), openWorker(host, parts)];
      for (const each of workers) each.start();
      await Promise.all(sinks.map((sink) => sink.until(SHARED)));
      await dead.until(PER_SUBSCRIBER);

      // Every slot that was free has been offered by now.
      expect(dead.requests()).toBe(PER_SUBSCRIBER);

      await untilStopped(workers, senderClock);
      expect(sinks.map(({ received }) => received.length)).toEqual(sinks.map(() => SHARED));
      const backlog = await everyDelivery(subscription, tenant);
      expect(backlog).toHaveLength(BACKLOG);
      const attempted = backlog.filter(({ attempt_count }) => attempt_count > 0);
      expect(attempted).toHaveLength(PER_SUBSCRIBER);
      for (const { id } of attempted) {
        expect(await subscription.delivery(id)).toMatchObject({
          status: 'pending',
          attempts: [{ attempt: 1, failure: 'timed_out' }],
        });
      }
    });
  });
});
