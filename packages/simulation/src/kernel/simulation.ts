import { createSeededRandom } from '@stepward/testing';
import { createEventQueue } from './event-queue.js';
import { createFaults } from './faults.js';
import { createProcess, type Happening, type Process, type Surroundings } from './process.js';
import { createTrace, EPOCH } from './trace.js';

/**
 * A world with a time of its own, in which a seed orders everything. Nothing goes on by itself: each call that leaves a process,
 * each answer and each timer is something that happens, one after the other, and what is due at once happens in any order.
 */
export interface Simulation extends Surroundings {
  /** How many calls had their turn. */
  steps(): number;
  /** Starts a process. Its clock is ahead by `skewMs`. */
  start(name: string, skewMs?: number): Process;
  /** Lets the next thing happen; false where nothing is left. */
  advance(): Promise<boolean>;
  /** Reports that a promise of Stepward's was broken. */
  readonly violate: (message: string) => void;
  /** The first broken promise; null for none. */
  violation(): string | null;
}

/** @param print is called with each line of the trace; null prints none */
export function createSimulation(seed: number, print: ((line: string) => void) | null): Simulation {
  const random = createSeededRandom(seed);
  const queue = createEventQueue<Happening>();
  const trace = createTrace(print);
  const due: Happening[] = [];
  let now = EPOCH;
  let steps = 0;
  let violation: string | null = null;

  /** Moves what is due by now, or what comes next. */
  function collect(): void {
    const next = queue.nextAt();
    if (next === null) return;
    if (due.length === 0) now = Math.max(now, next);
    for (let at = queue.nextAt(); at !== null && at <= now; at = queue.nextAt()) {
      const happening = queue.take();
      if (happening !== undefined) due.push(happening);
    }
  }

  function draw(): Happening | undefined {
    const index = random.integer(due.length);
    const drawn = due[index];
    const last = due.pop();
    if (drawn !== last && last !== undefined) due[index] = last;
    return drawn;
  }

  const simulation: Simulation = {
    random,
    faults: createFaults(random),
    trace,
    now: () => now,
    steps: () => steps,
    countStep: () => (steps += 1),
    later: (ms, happening) => queue.add(now + ms, happening),
    start(name, skewMs = 0) {
      trace.add(`${String(now - EPOCH)} ${name} starts`);
      return createProcess(simulation, name, skewMs);
    },
    async advance() {
      collect();
      const happening = draw();
      if (happening === undefined) return false;
      const { process, run } = happening;
      if (process?.isFrozen() === true) process.thaw(happening);
      else if (process?.isDead() !== true) {
        await run();
        await settle();
      }
      return true;
    },
    violate: (message) => (violation ??= message),
    violation: () => violation,
  };
  return simulation;
}

/** Resolves once everything has gone on as far as it can without a further step. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
