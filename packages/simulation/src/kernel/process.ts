import { type Clock, type Random, StorageUnavailable } from '@stepward/core';
import { createSeededRandom } from '@stepward/testing';
import type { Fate, Faults } from './faults.js';
import { EPOCH, type Trace } from './trace.js';

/** Something that is to happen: to a process, or to the world where that is null. */
export interface Happening {
  readonly process: Process | null;
  readonly run: () => void | Promise<void>;
}

/** The world that a process is in. */
export interface Surroundings {
  readonly random: Random;
  readonly faults: Faults;
  readonly trace: Trace;
  /** The true time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Counts a call that had its turn. */
  countStep(): void;
  later(ms: number, happening: Happening): void;
}

/** A process of the simulated world. What a dead one waits for never comes. */
export interface Process {
  /**
   * Has an effect outside of the process, and returns its answer.
   *
   * @throws StorageUnavailable where the request or the answer is lost, and what `effect` throws
   */
  call<T>(label: string, effect: () => T | Promise<T>): Promise<T>;
  readonly name: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly sleep: (ms: number) => Promise<void>;
  kill(): void;
  isDead(): boolean;
  /** Runs what others notice when the process dies. */
  onDeath(notice: () => void): void;
  isFrozen(): boolean;
  /** Has something happen when the process goes on. */
  thaw(happening: Happening): void;
}

export function createProcess(world: Surroundings, name: string, skewMs: number): Process {
  const { faults, trace } = world;
  const notices: (() => void)[] = [];
  let isDead = false;
  let frozenUntil = 0;

  function say(label: string, fate: Fate, answer?: unknown): void {
    trace.add(`${String(world.now() - EPOCH)} ${name} ${label}: ${fate}`, answer);
  }

  function kill(): void {
    if (isDead) return;
    isDead = true;
    for (const notice of notices) notice();
  }

  function later(ms: number, run: Happening['run']): void {
    world.later(ms, { process: self, run });
  }

  /** Lets a request arrive, and its answer come back. */
  function arrive<T>(
    label: string,
    effect: () => T | Promise<T>,
    settle: { readonly resolve: (answer: T) => void; readonly reject: (error: unknown) => void },
  ): () => Promise<void> {
    const lost = (): void => settle.reject(new StorageUnavailable(`${label} failed`));
    return async () => {
      const fate = faults.fateOf();
      world.countStep();
      if (fate === 'died before') {
        say(label, fate);
        kill();
        return;
      }
      if (fate === 'lost request') {
        say(label, fate);
        later(faults.latency(), lost);
        return;
      }
      const answer = await outcomeOf(effect);
      say(label, fate, answer);
      follow(fate, () => {
        if (fate === 'lost answer') lost();
        else if (answer.type === 'ok') settle.resolve(answer.value);
        else settle.reject(answer.error);
      });
    };
  }

  function follow(fate: Fate, end: () => void): void {
    if (fate === 'died after') return kill();
    if (fate === 'frozen') frozenUntil = world.now() + faults.freezeMs();
    later(faults.latency(), end);
  }

  const self: Process = {
    name,
    clock: {
      now: () => new Date(world.now() + skewMs),
      timeout(ms) {
        const controller = new AbortController();
        later(ms, () => controller.abort(TIMED_OUT));
        return controller.signal;
      },
    },
    random: createSeededRandom(world.random.integer(2 ** 32)),
    call: (label, effect) =>
      new Promise((resolve, reject) => {
        later(faults.latency(), arrive(label, effect, { resolve, reject }));
      }),
    sleep: (ms) => new Promise((resolve) => later(ms, resolve)),
    kill,
    isDead: () => isDead,
    onDeath: (notice) => notices.push(notice),
    isFrozen: () => !isDead && frozenUntil > world.now(),
    thaw: (happening) => world.later(frozenUntil - world.now(), happening),
  };
  return self;
}

/** One for all, because an exception takes longer to make than a step. */
const TIMED_OUT = new DOMException('the simulated time is up', 'TimeoutError');

type Outcome<T> =
  | { readonly type: 'ok'; readonly value: T }
  | { readonly type: 'failed'; readonly error: unknown };

async function outcomeOf<T>(effect: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { type: 'ok', value: await effect() };
  } catch (error) {
    return { type: 'failed', error };
  }
}
