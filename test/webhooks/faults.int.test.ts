/**
 * Subscribers that misbehave on the wire: one failed attempt each, logged with its kind, and no other subscriber
 * waits.
 */
import { describe, expect, it } from 'vitest';
import { deafUrl, misbehaviours, openBadSink, openBadTlsSink } from './harness/bad-sinks.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openSink } from './harness/open-sink.js';
import { openWorker } from './harness/open-worker.js';
import { subscribe, type Subscription } from './harness/subscription.js';

const HEALTHY = 3;

/** What it does, and what the log says of it: the failure, else the status. */
const atOnce = [
  ['resets the connection', misbehaviours.reset, 'connection_lost', null],
  ['closes without an answer', misbehaviours.close, 'connection_lost', null],
  ['breaks off in its answer', misbehaviours.breakOff, 'connection_lost', null],
  ['speaks another protocol', misbehaviours.babble, 'bad_answer', null],
  ['sends headers without end', misbehaviours.sendEndlessHeaders, 'bad_answer', null],
  ['answers with 10 MB', misbehaviours.sendTenMegabytes, null, 500],
] as const;

const never = [
  ['accepts and never answers', misbehaviours.hang],
  ['stops in the middle of its headers', misbehaviours.dripHeaders],
  ['stops in the middle of its body', misbehaviours.drip],
] as const;

onEveryStorage((host) => {
  /** A tenant with one subscriber at that URL, and healthy ones beside it. */
  async function besideHealthy(url: string) {
    const tenant = await host.tenant();
    const bad = await subscribe(tenant, url);
    const sinks = await Promise.all(Array.from({ length: HEALTHY }, () => openSink()));
    const healthy: Subscription[] = [];
    for (const sink of sinks) healthy.push(await subscribe(tenant, sink.url));
    return {
      bad,
      healthyArrived: () => Promise.all(sinks.map((sink) => sink.until(1))),
      healthyStatuses: () =>
        Promise.all(healthy.map(async (each) => (await each.onlyDelivery()).status)),
      emit: () => emit(host, tenant),
    };
  }

  const DELIVERED = Array.from({ length: HEALTHY }, () => 'delivered');

  it.each(atOnce)('one that %s', async (_, misbehave, failure, status_code) => {
    const sink = await openBadSink(misbehave);
    const { bad, healthyStatuses, emit } = await besideHealthy(sink.url);
    await emit();
    await openWorker(host).runOnce();
    const { status, attempts } = await bad.onlyDelivery();
    expect(status).toBe('pending');
    expect(attempts).toMatchObject([{ attempt: 1, failure, status_code }]);
    expect(attempts[0]!.response_body).toBe(status_code === null ? '' : 'x'.repeat(16_384));
    expect(sink.requests()).toBe(1);
    expect(await healthyStatuses()).toEqual(DELIVERED);
  });

  it('a closed port', async () => {
    const { bad, healthyStatuses, emit } = await besideHealthy(await deafUrl());
    await emit();
    await openWorker(host).runOnce();
    const { attempts } = await bad.onlyDelivery();
    expect(attempts).toMatchObject([{ failure: 'connection_failed', status_code: null }]);
    expect(await healthyStatuses()).toEqual(DELIVERED);
  });

  it('one with an untrusted certificate: the request is not even sent', async () => {
    const sink = await openBadTlsSink();
    const { bad, healthyStatuses, emit } = await besideHealthy(sink.url);
    await emit();
    await openWorker(host).runOnce();
    const { attempts } = await bad.onlyDelivery();
    expect(attempts).toMatchObject([{ failure: 'tls_failed', status_code: null }]);
    expect([sink.connections(), sink.requests()]).toEqual([1, 0]);
    expect(await healthyStatuses()).toEqual(DELIVERED);
  });

  describe.each(never)('one that %s', (_, misbehave) => {
    it('delays no other subscriber, and is given up after 15 seconds', async () => {
      const sink = await openBadSink(misbehave);
      const { bad, healthyArrived, healthyStatuses, emit } = await besideHealthy(sink.url);
      await emit();
      const worker = openWorker(host);
      worker.start();
      await Promise.all([sink.until(1), healthyArrived()]);
      await expect.poll(healthyStatuses).toEqual(DELIVERED);
      expect(await bad.onlyDelivery()).toMatchObject({ status: 'pending', attempts: [] });

      host.clock.advance(14_999);
      const stopped = worker.stop();
      expect(await bad.onlyDelivery()).toMatchObject({ attempts: [] });
      host.clock.advance(1);
      await stopped;
      expect(await bad.onlyDelivery()).toMatchObject({
        status: 'pending',
        attempts: [
          {
            attempt: 1,
            failure: 'timed_out',
            status_code: null,
            duration_ms: 15_000,
            response_body: '',
          },
        ],
      });
    });
  });

  it('one that closes its kept-alive connection on the next request: that attempt fails, and is sent once', async () => {
    const sink = await openBadSink(misbehaviours.closeKeptAlive);
    const { bad, emit } = await besideHealthy(sink.url);
    const worker = openWorker(host);
    const first = await emit();
    await worker.runOnce();
    // A connection is used again from the turn of the event loop that follows its answer.
    await new Promise((resolve) => setImmediate(resolve));
    const second = await emit();
    await worker.runOnce();
    expect([sink.connections(), sink.requests()]).toEqual([1, 2]);
    const deliveries = await bad.deliveries();
    const idOf = (key: string) => deliveries.find((each) => each.idempotency_key === key)!.id;
    expect(await bad.delivery(idOf(first.id))).toMatchObject({ status: 'delivered' });
    expect(await bad.delivery(idOf(second.id))).toMatchObject({
      status: 'pending',
      attempts: [{ failure: 'connection_lost', status_code: null }],
    });
    host.clock.advance(6_000);
    await worker.runOnce();
    expect((await bad.delivery(idOf(second.id))).status).toBe('delivered');
    expect(sink.connections()).toBe(2);
  });
});
