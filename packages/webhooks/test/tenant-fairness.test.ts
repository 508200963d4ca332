import type { DeliveryQueue } from '@stepward/core/adapter';
import { describe, expect, it } from 'vitest';
import {
  createWorkerWorld,
  seconds,
  TIMED_OUT,
  turns,
  type Sent,
  type WorkerWorld,
} from './worker-world.js';

/** A worker whose requests to the tenant `quiet` are answered, and no others before the test says so. */
function createWorld(concurrency: number) {
  const { clock, sent, subscribe, emit, worker } = createWorkerWorld();
  worker('w1', { concurrency }).start();
  const emitTo = (tenantId: string, count: number): Promise<void> =>
    emit(
      Array.from({ length: count }, (_, number) => String(number)),
      tenantId,
    );
  const sentTo = (tenant: string): readonly Sent[] =>
    sent.filter(({ tenantId }) => tenantId.startsWith(tenant));
  /** The worker gathers free slots for a few milliseconds. */
  async function goOn(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1) {
      await turns(10);
      for (const { answer } of sentTo('quiet')) answer();
      clock.advance(5);
    }
  }
  return { subscribe, emitTo, sentTo, goOn };
}

describe('one tenant never starves another of webhooks', () => {
  it('the deliveries of a quiet one are sent at once, beside 100 subscribers that hang', async () => {
    const { subscribe, emitTo, sentTo, goOn } = createWorld(256);
    await subscribe('tarpit', 100);
    await subscribe('quiet');
    await emitTo('tarpit', 5);
    await goOn();
    expect(sentTo('tarpit')).toHaveLength(192);

    await emitTo('tarpit', 5);
    await emitTo('quiet', 5);
    await goOn();
    expect(sentTo('quiet')).toHaveLength(5);
    expect(sentTo('tarpit')).toHaveLength(192);
  });

  it('beside four tenants at once whose subscribers all hang, each is served', async () => {
    const { subscribe, emitTo, sentTo, goOn } = createWorld(64);
    for (const number of [1, 2, 3, 4]) {
      await subscribe(`tarpit-${String(number)}`, 4);
      await emitTo(`tarpit-${String(number)}`, 10);
    }
    await goOn();
    expect(sentTo('tarpit').length).toBeGreaterThan(48);
    expect(sentTo('tarpit').length).toBeLessThan(64);
    await subscribe('quiet');
    await emitTo('quiet', 3);
    await goOn();
    expect(sentTo('quiet')).toHaveLength(3);
  });

  it('slots that come free go to those who have the fewest under way', async () => {
    const { subscribe, emitTo, sentTo, goOn } = createWorld(8);
    await subscribe('tarpit-1', 10);
    await emitTo('tarpit-1', 5);
    await goOn();
    expect(sentTo('tarpit')).toHaveLength(6);
    await subscribe('tarpit-2', 10);
    await emitTo('tarpit-2', 5);
    await goOn();
    expect(sentTo('tarpit')).toHaveLength(7);
    // Both are at their share now; one of the first's that ends makes room for the second's.
    sentTo('tarpit-1')[0]?.answer(TIMED_OUT);
    await goOn();
    expect(sentTo('tarpit-2')).toHaveLength(2);
  });

  it('a delivery that waits is sent though another tenant has more events than can be read or dispatched', async () => {
    const world = createWorkerWorld();
    world.answerAll(TIMED_OUT);
    await world.subscribe('quiet');
    await world.emit(['a'], 'quiet');
    await world.worker('before').runOnce();
    await flood(world);
    flooded(world).start();
    await seconds(world.clock, 7);
    expect(world.sent.map(({ tenantId, attempt }) => [tenantId, attempt])).toEqual([
      ['quiet', 1],
      ['quiet', 2],
    ]);
  });

  it('an event is sent with the next look though another tenant has more events than can be read or dispatched', async () => {
    const world = createWorkerWorld();
    await world.subscribe('quiet');
    const { start } = flooded(world);
    start();
    await turns();
    await flood(world);
    await world.emit(['a'], 'quiet');
    await seconds(world.clock, 1);
    expect(world.ids()).toEqual(['a']);
    await flood(world);
    await world.emit(['b'], 'quiet');
    await seconds(world.clock, 1);
    expect(world.ids()).toEqual(['a', 'b']);
  });
});

/** More than {@link flooded} reads at once. */
async function flood({ emit }: WorkerWorld): Promise<void> {
  await emit(
    Array.from({ length: 30 }, (_, number) => String(number)),
    'flood',
  );
}

/** A worker that reads ten rows at once, that nobody wakes, and that never comes to an end with the events of one tenant. */
function flooded({ outbox, worker }: WorkerWorld) {
  const { queue } = outbox;
  const arrivals: DeliveryQueue['arrivals'] = (shards, after) => queue.arrivals(shards, after, 10);
  const dispatch: DeliveryQueue['dispatch'] = async (fence, from, limit) => {
    await turns(1);
    const others = from.filter(({ tenantId }) => tenantId !== 'flood');
    const outcome = await queue.dispatch(fence, others, limit);
    const unending = from.filter((event) => !others.includes(event));
    return { ...outcome, unfinished: [...outcome.unfinished, ...unending] };
  };
  return worker('w1', {
    wake: false,
    outbox: { ...outbox, queue: { ...queue, arrivals, dispatch } },
  });
}
