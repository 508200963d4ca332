import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLockQueue, type LockQueue } from './lock-queue.js';
import { isStorageBusy, StorageBusy } from './storage-errors.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a queue for locks', () => {
  it('lets one task at a time hold a lock, in the order of asking', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 9 });
    const steps: string[] = [];
    const tasks = [1, 2, 3].map((number) =>
      bounded(queue, ['ada'], async () => {
        steps.push(`begin ${number}`);
        await Promise.resolve();
        steps.push(`end ${number}`);
      }),
    );
    await Promise.all(tasks);
    expect(steps).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3']);
  });

  it('lets tasks with other locks go ahead', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 9 });
    const { open, task } = gate();
    const first = bounded(queue, ['ada'], () => task);
    expect(await bounded(queue, ['bob'], async () => 'served')).toBe('served');
    expect(await bounded(queue, [], async () => 'served')).toBe('served');
    open();
    await first;
  });

  it('refuses one waiter too many, and serves those who wait', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 2 });
    const { open, task } = gate();
    const tasks = Array.from({ length: 5 }, () => bounded(queue, ['ada'], () => task));
    const settled = Promise.allSettled(tasks);
    open();
    expect((await settled).map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'fulfilled'],
      ...['rejected', 'rejected'],
    ]);
    expect(await bounded(queue, ['ada'], async () => 'free')).toBe('free');
  });

  it('refuses who waited as long as is allowed for all locks together, and goes on without them', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 9 });
    const [ada, bob] = [gate(), gate()];
    const holders = [
      bounded(queue, ['ada'], () => ada.task),
      bounded(queue, ['bob'], () => bob.task),
    ];
    const late = bounded(queue, ['bob', 'ada'], async () => 'served').catch(isStorageBusy);
    await vi.advanceTimersByTimeAsync(99);
    ada.open();
    await vi.advanceTimersByTimeAsync(1);
    expect(await late).toBe(true);
    expect(await bounded(queue, ['ada'], async () => 'free')).toBe('free');
    bob.open();
    await Promise.all(holders);
    expect(await bounded(queue, ['bob'], async () => 'free')).toBe('free');
  });

  it('gives the task the remaining waiting time, at least a millisecond', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 9 });
    const { open, task } = gate();
    const first = bounded(queue, ['ada'], () => task);
    const second = bounded(queue, ['ada'], async (remainingMs) => remainingMs);
    const third = bounded(queue, ['ada'], async (remainingMs) => remainingMs);
    await vi.advanceTimersByTimeAsync(60);
    open();
    await first;
    expect(await second).toBe(40);
    expect(await third).toBeGreaterThanOrEqual(1);
  });

  it('neither refuses nor hurries a task that is not bounded', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 0 });
    const { open, task } = gate();
    const first = bounded(queue, ['ada'], () => task);
    const patient = queue.run({ names: ['ada'], isBounded: false }, async (left) => left);
    await vi.advanceTimersByTimeAsync(10_000);
    open();
    await first;
    expect(await patient).toBeNull();
  });

  it('frees its locks where the task throws', async () => {
    const queue = createLockQueue({ waitMs: 100, maxWaiters: 0 });
    const failing = bounded(queue, ['ada', 'bob'], () => Promise.reject(new Error('from inside')));
    await expect(failing).rejects.toThrow('from inside');
    expect(await bounded(queue, ['bob', 'ada', 'ada'], async () => 'free')).toBe('free');
  });
});

it('an error of another copy of the package is known by its name', () => {
  const copy = Object.assign(new Error('busy'), { name: 'StorageBusy' });
  expect(
    [copy, new StorageBusy('busy'), new Error('busy'), 'StorageBusy'].map(isStorageBusy),
  ).toEqual([true, true, false, false]);
});

function bounded<T>(
  queue: LockQueue,
  names: readonly string[],
  task: (remainingMs: number | null) => Promise<T>,
): Promise<T> {
  return queue.run({ names, isBounded: true }, task);
}

/** A task that ends when it is told to. */
function gate(): { open: () => void; task: Promise<void> } {
  let open = (): void => undefined;
  const task = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), task };
}
