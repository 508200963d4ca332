import { subscriberShard, tenantShard, type DeliveryQueue } from '@stepward/core/adapter';
import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import {
  createWorkerWorld,
  seconds,
  TIMED_OUT,
  turns,
  type Sent,
  type WorkerWorld,
} from './worker-world.js';

const SUBSCRIBERS = 40;

/** How many were sent by each worker. */
function sentBy(sent: readonly Sent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { by } of sent) counts[by] = (counts[by] ?? 0) + 1;
  return counts;
}

/** How often each delivery was sent. */
function repeats(sent: readonly Sent[]): number {
  return sent.length - new Set(sent.map(({ url, id }) => `${url} ${id}`)).size;
}

async function emitTo(world: WorkerWorld, id: string, count: number): Promise<void> {
  await world.emit([id]);
  await turns();
  expect(world.sent.filter((each) => each.id === id)).toHaveLength(count);
}

describe('several workers', () => {
  it('own as many shards as the others, and their deliveries are sent once', async () => {
    const world = createWorkerWorld();
    world.answerAll({ type: 'answered', status: 204, retryAfter: null, body: '' });
    await world.subscribe('acme', SUBSCRIBERS);
    const shares = new Map<string, number>();
    for (const name of ['w1', 'w2', 'w3']) {
      const hold: DeliveryQueue['hold'] = async (request) => {
        const held = await world.outbox.queue.hold(request);
        shares.set(name, held.owned.length);
        return held;
      };
      const outbox = { ...world.outbox, queue: { ...world.outbox.queue, hold } };
      world.worker(name, { outbox }).start();
    }
    await turns();
    await seconds(world.clock, 10);
    expect([...shares.values()].toSorted()).toEqual([21, 21, 22]);
    await emitTo(world, 'a', SUBSCRIBERS);
    expect(Object.keys(sentBy(world.sent)).toSorted()).toEqual(['w1', 'w2', 'w3']);
  });

  it('hand their shards over when they stop, at once and without a repeat', async () => {
    const world = createWorkerWorld();
    world.answerAll(TIMED_OUT);
    await world.subscribe('acme', SUBSCRIBERS);
    const first = world.worker('w1');
    first.start();
    await emitTo(world, 'a', SUBSCRIBERS);
    world.worker('w2').start();
    await turns();
    await first.stop();
    await emitTo(world, 'b', SUBSCRIBERS);
    expect(sentBy(world.sent)).toEqual({ w1: SUBSCRIBERS, w2: SUBSCRIBERS });
    await seconds(world.clock, 7);
    expect(world.sent.filter(({ attempt }) => attempt === 2)).toHaveLength(2 * SUBSCRIBERS);
    expect(repeats(world.sent.filter(({ attempt }) => attempt === 1))).toBe(0);
  });

  it('hand over all but the shards of attempts under way while they wait for those', async () => {
    const world = createWorkerWorld();
    await world.subscribe('acme', SUBSCRIBERS);
    const first = world.worker('w1');
    first.start();
    await emitTo(world, 'a', SUBSCRIBERS);
    const { items } = await world.tenants.subscribers.list('acme', { limit: 100 });
    // The owner of the tenant's own shard dispatches its events.
    const elsewhere = items.find(({ id }) => subscriberShard('acme', id) !== tenantShard('acme'));
    const hung = world.sent.find(({ url }) => url === elsewhere?.url);
    for (const each of world.sent) if (each !== hung) each.answer();
    world.worker('w2').start();
    await turns();
    const stopped = first.stop();
    await world.emit(['b']);
    await turns();
    const after = world.sent.slice(SUBSCRIBERS);
    expect(sentBy(after)).toEqual({ w2: after.length });
    expect(after.length).toBeGreaterThan(SUBSCRIBERS / 2);
    expect(after.some(({ url }) => url === hung?.url)).toBe(false);
    hung?.answer();
    await stopped;
    await turns();
    expect(world.sent).toHaveLength(2 * SUBSCRIBERS);
    expect(repeats(world.sent)).toBe(0);
  });

  it('take over from one that died when its lease ends, and send what it had under way again', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    const dead = world.worker('w1');
    dead.start();
    await emitTo(world, 'a', 1);
    dead.isCutOff = true;
    world.worker('w2').start();
    await seconds(world.clock, 14);
    expect(world.sent).toHaveLength(1);
    await seconds(world.clock, 6);
    expect(world.sent.map(({ by, id, attempt }) => [by, id, attempt])).toEqual([
      ['w1', 'a', 1],
      ['w2', 'a', 1],
    ]);
  });

  it('of which one was frozen for a minute: its results are refused, it says so once and takes shards again', async () => {
    const world = createWorkerWorld();
    await world.subscribe('acme', SUBSCRIBERS);
    const clock = createFixedClock();
    const frozen = world.worker('frozen', { clock, wake: false });
    frozen.start();
    await world.emit(['a']);
    await seconds(clock, 1);
    expect(sentBy(world.sent)).toEqual({ frozen: SUBSCRIBERS });
    world.worker('w2').start();
    await seconds(world.clock, 60);
    expect(sentBy(world.sent)).toEqual({ frozen: SUBSCRIBERS, w2: SUBSCRIBERS });
    for (const { answer } of world.sent) answer();
    await turns();
    expect(frozen.measured).toEqual([]);
    const warnings = frozen.logger.lines().map(([, , text]) => text);
    expect(warnings).toEqual(['shards of this delivery worker have another owner, or none']);
    clock.advance(60_000);
    await seconds(world.clock, 6);
    await seconds(clock, 6);
    await world.emit(['b']);
    await turns();
    await seconds(clock, 1);
    const after = world.sent.slice(2 * SUBSCRIBERS);
    expect(after).toHaveLength(SUBSCRIBERS);
    expect(Object.keys(sentBy(after)).toSorted()).toEqual(['frozen', 'w2']);
  });

  it('of which one was frozen while it read what to send: it sends nothing of that', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    const clock = createFixedClock();
    let thaw = (): void => undefined;
    const open: (typeof world.outbox)['open'] = async (...asked) => {
      const opened = await world.outbox.open(...asked);
      await new Promise<void>((resolve) => (thaw = resolve));
      return opened;
    };
    const frozen = world.worker('frozen', { clock, outbox: { ...world.outbox, open } });
    frozen.start();
    await world.emit(['a']);
    await turns();
    clock.advance(15_000);
    thaw();
    await turns();
    expect(world.sent).toEqual([]);
  });
});

describe('runOnce', () => {
  it('beside a worker leaves alone what that owns, and resolves', async () => {
    const world = createWorkerWorld();
    await world.subscribe();
    world.worker('w1').start();
    await turns();
    await world.emit(['a']);
    await world.worker('guest').runOnce();
    await turns();
    expect(sentBy(world.sent)).toEqual({ w1: 1 });
  });

  it('twice at once sends everything once, and leaves the shards to others', async () => {
    const world = createWorkerWorld();
    world.answerAll(TIMED_OUT);
    await world.subscribe('acme', 5);
    await world.emit(['a']);
    const { runOnce } = world.worker('guest');
    await Promise.all([runOnce(), runOnce()]);
    expect(world.sent).toHaveLength(5);
    world.worker('w1').start();
    await world.emit(['b']);
    await turns();
    expect(sentBy(world.sent)).toEqual({ guest: 5, w1: 5 });
  });
});
