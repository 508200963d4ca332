import type { PendingDelivery, WaitingEvent } from '@stepward/core/adapter';
import { createDispatchTurns, createSchedule } from '@stepward/core/webhooks';
import { createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createShardReader } from './shard-reader.js';

const LIMITS = { slots: 1, perSubscriber: 1, perSecond: null, circuitBreaker: false, maxRows: 1 };

/** More than one page has. */
const TENANTS = 1_500;

const event = (shard: number, tenant: number): WaitingEvent => ({
  ...{ shard, tenantId: `tenant-${String(tenant)}`, eventId: 'event', emittedAt: new Date(tenant) },
});

/** A reader over tenants with an event each, which may change, as what the worker keeps may. */
function readerOver(world: { waiting: readonly WaitingEvent[]; kept: readonly number[] }) {
  const turns = createDispatchTurns();
  let pages = 0;
  const reader = createShardReader({
    ...{ turns, schedule: createSchedule(LIMITS), clock: createFixedClock() },
    onRead: () => undefined,
    reach: (_part, call) => call().catch(() => null),
    keeper: { keeps: (shard) => world.kept.includes(shard), kept: () => world.kept },
    queue: {
      arrivals: async () => ({ arrived: { events: [], deliveries: [] }, cursor: '' }),
      load: async () => [],
      async waiting(shards, after, limit) {
        pages += 1;
        if (pages === 2) throw new Error('the database is away');
        const own = world.waiting.filter(({ shard }) => shards.includes(shard));
        const end = Number(after) + limit;
        const next = end < own.length ? String(end) : null;
        return { events: own.slice(Number(after), end), subscribers: [], next };
      },
    },
  });
  const settled = (): Promise<void> => reader.settled();
  return {
    take: (shards: readonly number[]) => (reader.take(shards), settled()),
    poll: () => (reader.readArrivals(), settled()),
    read: () => turns.take(TENANTS),
  };
}

const manyEvents = Array.from({ length: TENANTS }, (_, tenant) => event(1, tenant));

it('a list goes on after a page that could not be read', async () => {
  const world = { waiting: manyEvents, kept: [1] };
  const { take, poll, read } = readerOver(world);
  await take([1]);
  expect(read().length).toBeLessThan(TENANTS);
  await poll();
  expect(read().at(-1)).toEqual(manyEvents.at(-1));
});

it('a list that ends in the middle, because all of its shards are lost, keeps no later one from being read', async () => {
  const world: Parameters<typeof readerOver>[0] = { waiting: manyEvents, kept: [1] };
  const { take, poll, read } = readerOver(world);
  await take([1]);
  world.kept = [];
  await poll();
  read();
  Object.assign(world, { waiting: [event(2, 7)], kept: [2] });
  await take([2]);
  expect(read()).toEqual(world.waiting);
});

const SUBSCRIBER = { tenantId: 'acme', subscriberId: 's1', shard: 1 };
const DELIVERY: PendingDelivery = {
  ...SUBSCRIBER,
  ...{ deliveryId: 'd1', eventId: 'e1', attempts: 0, isLate: false, dueAt: new Date(0) },
};

/** A reader whose first load of windows is under way, and how many lists it has read. */
async function readerThatLoads() {
  const schedule = createSchedule(LIMITS);
  schedule.own([1]);
  let [tellAsked, answer] = [(): void => undefined, (): void => undefined];
  const asked = new Promise<void>((resolve) => (tellAsked = resolve));
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let lists = 0;
  const reader = createShardReader({
    ...{ schedule, turns: createDispatchTurns(), clock: createFixedClock() },
    onRead: () => undefined,
    reach: (_part, call) => call(),
    keeper: { keeps: () => true, kept: () => [1] },
    queue: {
      arrivals: async () => ({ arrived: { events: [], deliveries: [] }, cursor: '' }),
      async waiting() {
        lists += 1;
        return { events: [], subscribers: [SUBSCRIBER], next: null };
      },
      async load(windows) {
        tellAsked();
        await answered;
        return windows.map(() => []);
      },
    },
  });
  reader.take([1]);
  await asked;
  return { reader, schedule, answer, lists: () => lists };
}

it('what is put while windows are loaded is not hidden by their older answer', async () => {
  const { reader, schedule, answer } = await readerThatLoads();

  reader.put(schedule.beginRead(), [DELIVERY]);
  answer();
  await reader.settled();

  expect(schedule.start(DELIVERY.dueAt)).toEqual([DELIVERY]);
});

it('what is put while a read takes long is listed again where it is too much to be kept', async () => {
  const { reader, schedule, answer, lists } = await readerThatLoads();
  const many = Array.from({ length: 10_001 }, (_, index) => ({
    ...DELIVERY,
    deliveryId: `d${String(index)}`,
  }));

  expect(lists()).toBe(1);
  reader.put(schedule.beginRead(), many);
  reader.put(schedule.beginRead(), many);
  answer();
  await reader.settled();

  expect(schedule.start(DELIVERY.dueAt)).toEqual([]);
  expect(lists()).toBe(2);
});
