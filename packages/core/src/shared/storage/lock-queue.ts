import { StorageBusy } from './storage-errors.js';

/** The bounds on how long, and behind how many others, a unit of work waits for a lock. */
export interface LockBounds {
  /** Milliseconds that it waits for all of its locks together. */
  readonly waitMs: number;
  /** The maximum number of tasks that wait for one lock, not counting its holder. */
  readonly maxWaiters: number;
}

/** The bounds of the adapters that ship with Stepward: 5 seconds, 20 waiters. */
export const LOCK_BOUNDS: LockBounds = { waitMs: 5_000, maxWaiters: 20 };

export interface LockRequest {
  /** The locks to hold. They are taken in sorted order, which prevents deadlocks. */
  readonly names: readonly string[];
  /** Whether the bounds apply. Without them the task waits as long as needed. */
  readonly isBounded: boolean;
}

/**
 * Lets one task at a time hold a lock, in the order of the calls. Tasks wait in memory: those that wait for
 * one person hold no connection that others need.
 */
export interface LockQueue {
  /**
   * Runs `task` while holding the locks. `remainingMs` is the waiting time that is left, at least 1; null if it is
   * not bounded.
   *
   * @throws StorageBusy where a bound is reached; the task has not begun then.
   */
  run<T>(request: LockRequest, task: (remainingMs: number | null) => Promise<T>): Promise<T>;
}

export function createLockQueue({ waitMs, maxWaiters }: LockBounds): LockQueue {
  /** The waiting tasks of each held lock, in the order of their calls. */
  const waiting = new Map<string, Waiter[]>();

  async function take(name: string, deadline: number | null): Promise<void> {
    const queue = waiting.get(name);
    if (queue === undefined) {
      waiting.set(name, []);
      return;
    }
    if (deadline !== null && queue.length >= maxWaiters) {
      throw new StorageBusy('too many requests wait for the same lock');
    }
    await waitIn(queue, deadline);
  }

  function release(name: string): void {
    const next = waiting.get(name)?.shift();
    if (next === undefined) waiting.delete(name);
    else next();
  }

  return {
    async run({ names, isBounded }, task) {
      const deadline = isBounded ? performance.now() + waitMs : null;
      const held: string[] = [];
      try {
        for (const name of new Set(names.toSorted())) {
          await take(name, deadline);
          held.push(name);
        }
        return await task(deadline === null ? null : remaining(deadline));
      } finally {
        held.forEach(release);
      }
    },
  };
}

/** Passes the lock to the next waiting task. */
type Waiter = () => void;

function waitIn(queue: Waiter[], deadline: number | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      queue.splice(queue.indexOf(enter), 1);
      reject(new StorageBusy('waited too long for a lock'));
    };
    const timer = deadline === null ? undefined : setTimeout(giveUp, remaining(deadline));
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    queue.push(enter);
  });
}

function remaining(deadline: number): number {
  return Math.max(1, Math.floor(deadline - performance.now()));
}
