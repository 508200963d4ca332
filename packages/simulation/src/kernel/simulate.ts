import { createSimulation, type Simulation } from './simulation.js';
import type { World } from './world.js';

export interface Run {
  readonly seed: number;
  readonly steps: number;
  /** Two runs of one seed have the same. */
  readonly digest: string;
  /** The broken promise; null where all held. */
  readonly violation: string | null;
}

export interface RunOptions {
  readonly seed: number;
  /** Calls with faults; the rest of the run is calm. */
  readonly steps: number;
  /** Called with each line of the trace; null, the default, for none. */
  readonly print?: ((line: string) => void) | null;
}

/** Times as many steps as with faults, until all that was begun must have ended. */
const PATIENCE = 5;

/** Steps between two looks at whether all has ended. */
const LOOK_EVERY = 50;

/** Runs a world by its seed: with faults for some steps, and then until all that was begun has ended. */
export async function simulate(
  createWorld: (simulation: Simulation) => World,
  { seed, steps, print = null }: RunOptions,
): Promise<Run> {
  const simulation = createSimulation(seed, print);
  const world = createWorld(simulation);

  /** Goes on to a number of steps, a broken promise or the end of all; returns whether it was the number. */
  async function advanceTo(limit: number): Promise<boolean> {
    while (simulation.steps() < limit) {
      if (simulation.violation() !== null || !(await simulation.advance())) return false;
    }
    return true;
  }

  async function settle(): Promise<void> {
    const last = simulation.steps() * PATIENCE;
    while (!(await world.isSettled()) && (await advanceTo(simulation.steps() + LOOK_EVERY))) {
      if (simulation.steps() > last) simulation.violate('something never ends');
    }
    if (simulation.violation() === null) await world.check();
  }

  await world.begin();
  await advanceTo(steps);
  simulation.faults.stop();
  world.calm();
  await settle();
  return {
    seed,
    steps: simulation.steps(),
    digest: simulation.trace.digest(),
    violation: simulation.violation(),
  };
}
