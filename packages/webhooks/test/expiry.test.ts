import { describe, expect, it } from 'vitest';
import { addMs } from '@stepward/core/adapter';
import { ACCEPTED, createWorkerWorld, seconds, turns, type WorkerWorld } from './worker-world.js';

/** Emits an event that expires after so many seconds. */
function emitFor({ emit, clock }: WorkerWorld, id: string, count: number): Promise<void> {
  return emit([id], 'acme', { expiresAt: addMs(clock.now(), 1_000 * count) });
}

/** The deliveries of the tenant's only subscriber, oldest first. */
async function logOf({ tenants }: WorkerWorld): Promise<readonly (readonly [string, number])[]> {
  const { items } = await tenants.subscribers.list('acme');
  const listed = await tenants.deliveries.list('acme', items[0]?.id ?? '');
  const deliveries = listed._unsafeUnwrap().items.toReversed();
  return deliveries.map(({ status, attempts }) => [status, attempts] as const);
}

describe('an event that expires', () => {
  it('is sent before its time, and not at it, though no worker was there to dispatch it', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    world.answerAll(ACCEPTED);
    await emitFor(world, 'late', 10);
    await emitFor(world, 'fresh', 11);
    world.clock.advance(10_000);
    await world.worker().runOnce();
    expect(world.ids()).toEqual(['fresh']);
    expect((await logOf(world)).toSorted()).toEqual([
      ['delivered', 1],
      ['expired', 0],
    ]);
  });

  it('ends behind a pause that outlasts it, and takes nothing of the rate from those behind it', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    world.worker('w1', { perSecond: 1 }).start();
    await turns();
    await world.emit(['busy']);
    await turns();
    for (const id of ['x', 'y', 'z']) await emitFor(world, id, 5);
    await world.emit(['fresh']);
    world.sent[0]?.answer({ type: 'answered', status: 503, retryAfter: '10', body: '' });
    world.answerAll(ACCEPTED);
    await seconds(world.clock, 9);
    expect(world.ids()).toEqual(['busy']);
    await seconds(world.clock, 3);
    expect(world.ids()).toContain('fresh');
    const expired = (await logOf(world)).filter(([status]) => status === 'expired');
    expect(expired).toEqual([
      ['expired', 0],
      ['expired', 0],
      ['expired', 0],
    ]);
  });

  it('has no attempt that would come too late, which is measured and makes no other event', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    const worker = world.worker();
    worker.start();
    await turns();
    await emitFor(world, 'x', 5);
    await turns();
    world.sent[0]?.answer({ type: 'answered', status: 500, retryAfter: null, body: '' });
    await turns();
    expect(await logOf(world)).toEqual([['expired', 1]]);
    expect(worker.measured).toMatchObject([{ result: 'expired', statusCode: 500 }]);
    expect(await world.emitted()).toEqual(['user.deleted']);
    await seconds(world.clock, 10);
    expect(world.ids()).toEqual(['x']);
  });

  it('reaches no handler at its time', async () => {
    const world = createWorkerWorld();
    const handled: string[] = [];
    const handler = {
      name: 'mail',
      events: ['user.deleted'],
      handle: ({ id }: { readonly id: string }) => handled.push(id),
    };
    const worker = world.worker('w1', { handlers: [handler] });
    await worker.runOnce();
    await emitFor(world, 'x', 0);
    await worker.runOnce();
    const { items } = await world.handlers.deliveries('acme', 'mail');
    expect(items.map(({ status, attempts }) => [status, attempts])).toEqual([['expired', 0]]);
    expect(handled).toEqual([]);
  });
});
