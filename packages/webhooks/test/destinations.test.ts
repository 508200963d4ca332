import { systemCaller } from '@stepward/core';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Destination, DestinationRequest } from '../src/index.js';
import { createWorkerWorld, seconds, turns, type WorkerWorld } from './worker-world.js';

const CALLER = systemCaller('acme');

/** A subscriber of `acme` that is sent to the destination `queue`. */
async function subscribed({ tenants }: WorkerWorld) {
  const made = await tenants.subscribers.create(CALLER, { url: 'destination:queue' });
  const { subscriber, secret } = made._unsafeUnwrap();
  const attempts = async () => {
    const { items } = (await tenants.deliveries.list('acme', subscriber.id))._unsafeUnwrap();
    const id = items[0]?.id ?? '';
    const detail = (await tenants.deliveries.get('acme', subscriber.id, id))._unsafeUnwrap();
    return [
      detail.delivery.status,
      ...detail.attempts.map(({ failure, statusCode }) => failure ?? statusCode),
    ];
  };
  return { attempts, secret: secret.reveal() };
}

/** A world whose worker has the destination, and an event that has been tried once. */
async function afterOneEvent(destinations: readonly Destination[]) {
  const world = createWorkerWorld();
  const { attempts, secret } = await subscribed(world);
  const worker = world.worker('w1', { destinations });
  worker.start();
  await turns();
  await world.emit(['a']);
  await turns();
  return { world, worker, attempts, secret };
}

describe('a destination', () => {
  it('gets what HTTP would send, signed, and the delivery is in the log as delivered', async () => {
    const taken: DestinationRequest[] = [];
    const send = (request: DestinationRequest) => void taken.push(request);
    const { world, attempts, secret } = await afterOneEvent([{ name: 'queue', send }]);
    const [request] = taken;
    expect(taken).toHaveLength(1);
    expect(Object.keys(request ?? {})).toEqual(['tenantId', 'headers', 'body']);
    expect(request?.tenantId).toBe('acme');
    const { headers = {}, body = '' } = request ?? {};
    expect(JSON.parse(body)).toMatchObject({ event_type: 'user.deleted', data: { id: 'a' } });
    const signed = `${headers['x-webhook-timestamp'] ?? ''}.${body}`;
    const digest = createHmac('sha256', secret).update(signed).digest('hex');
    expect(headers['x-service-signature']).toContain(`v1=${digest}`);
    expect(await attempts()).toEqual(['delivered', null]);
    expect(world.sent).toEqual([]);
  });

  it('that throws is tried again on the schedule, and the reason stays in the log of the host', async () => {
    let calls = 0;
    const send = (): unknown => {
      calls += 1;
      if (calls === 1) throw new Error('the broker is away');
      return calls === 2 ? Promise.reject(new Error('and still is')) : null;
    };
    const { world, attempts } = await afterOneEvent([{ name: 'queue', send }]);
    await seconds(world.clock, 6);
    await seconds(world.clock, 331);
    const failure = 'destination_failed';
    expect(await attempts()).toEqual(['delivered', failure, failure, null]);
    expect(world.log.lines()[0]?.[1]).toMatchObject({ failure, why: 'the broker is away' });
  });

  it('that hangs has failed after its time, and what it does later changes nothing', async () => {
    const ends: (() => void)[] = [];
    const signals: AbortSignal[] = [];
    const send = (_: DestinationRequest, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const { world, attempts } = await afterOneEvent([{ name: 'queue', timeoutMs: 2_000, send }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    await seconds(world.clock, 2);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    ends[0]?.();
    await turns();
    expect(await attempts()).toEqual(['pending', 'timed_out']);
  });

  it('that the process does not have is a failed attempt, with a warning, and nothing is sent by HTTP', async () => {
    const { world, worker, attempts } = await afterOneEvent([]);
    expect(await attempts()).toEqual(['pending', 'destination_missing']);
    expect(world.sent).toEqual([]);
    expect(worker.logger.lines()).toContainEqual([
      'warn',
      { tenantId: 'acme', destination: 'queue' },
      'the worker has no destination of that name: pass it in destinations',
    ]);
  });
});
