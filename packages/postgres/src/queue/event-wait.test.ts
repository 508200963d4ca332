import { createFixedClock } from '@stepward/testing';
import { beforeEach, expect, it } from 'vitest';
import { createEventWait, type EventWait } from './event-wait.js';

/** Shards whose lock a transaction that is under way shares. */
let shared: Set<number>;
/** Shards whose lock the connection holds. */
let held: Set<number>;
let looks: number;
let clock: ReturnType<typeof createFixedClock>;
let wait: EventWait;

beforeEach(() => {
  [shared, held, looks] = [new Set(), new Set(), 0];
  clock = createFixedClock();
  wait = createEventWait({ schemaName: 'stepward', listener: { query }, clock, onEvent });
});

function onEvent(): void {
  looks += 1;
}

async function query({ text, values = [] }: { text: string; values?: unknown[] }) {
  if (text.includes('unlock')) {
    held.clear();
    return [];
  }
  const free = (values[0] as number[]).filter((shard) => !shared.has(shard));
  for (const shard of free) held.add(shard);
  return free.map((shard) => ({ shard }));
}

/** Lets everything happen that happens within that time, a millisecond at a time. */
async function pass(ms: number): Promise<void> {
  for (let elapsed = 0; elapsed <= ms; elapsed += 1) {
    await new Promise(setImmediate);
    if (elapsed < ms) clock.advance(1);
  }
}

it('holds the locks of its shards, looks once when it has them, and gives back those of others', async () => {
  wait.watch([1, 2]);
  await pass(0);
  expect([...held]).toEqual([1, 2]);
  expect(looks).toBe(1);

  wait.watch([2, 3]);
  await pass(0);
  expect([...held]).toEqual([2, 3]);
  wait.watch([3, 2]);
  await pass(1_000);
  expect(looks).toBe(2);
});

it('an event of its shards is looked for at once, and one of others not', async () => {
  wait.watch([1, 2]);
  await pass(0);
  for (const shard of [3, 1, 4]) wait.hear(shard);
  expect(looks).toBe(2);
});

it('where a transaction is under way it looks every 20 ms, then less often, until it can wait', async () => {
  shared.add(2);
  wait.watch([1, 2]);
  await pass(0);
  expect([...held]).toEqual([1]);
  await pass(20);
  expect(looks).toBe(2);
  await pass(10_000);
  expect(looks).toBeGreaterThan(40);
  expect(looks).toBeLessThan(50);

  shared.clear();
  await pass(250);
  expect([...held]).toEqual([1, 2]);
  const last = looks;
  await pass(1_000);
  expect(looks).toBe(last);
});

it('where events are many it waits for none for 100 ms, and looks every 20 ms', async () => {
  wait.watch([1]);
  await pass(0);
  wait.hear(1);
  await pass(19);
  expect([...held]).toEqual([1]);
  wait.hear(1);
  await pass(0);
  expect([...held]).toEqual([]);
  const before = looks;
  await pass(99);
  expect(looks - before).toBe(4);
  await pass(1);
  expect([...held]).toEqual([1]);
});

it('events that come more slowly are announced each', async () => {
  wait.watch([1]);
  await pass(0);
  for (let event = 0; event < 5; event += 1) {
    wait.hear(1);
    await pass(21);
    expect([...held]).toEqual([1]);
  }
  expect(looks).toBe(6);
});

it('a change of its shards while it rests is taken over', async () => {
  wait.watch([1]);
  await pass(0);
  wait.hear(1);
  wait.hear(1);
  await pass(30);
  wait.watch([5]);
  await pass(0);
  expect([...held]).toEqual([5]);
  await pass(1_000);
  expect([...held]).toEqual([5]);
});
