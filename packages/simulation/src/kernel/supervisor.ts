import type { Process } from './process.js';
import type { Simulation } from './simulation.js';

/** Milliseconds after which a dead process is started again, at most. */
const RESTART_MS = 20_000;

/** Milliseconds that the clock of a process may be ahead of the true time, or behind. */
const SKEW_MS = 2_000;

/** Keeps a process running: where it dies, it is started again under the name of its next life. */
export function keepRunning(
  simulation: Simulation,
  name: string,
  run: (process: Process) => void,
  life = 1,
): void {
  const skewMs = simulation.random.integer(2 * SKEW_MS) - SKEW_MS;
  const process = simulation.start(`${name}.${String(life)}`, skewMs);
  process.onDeath(() => {
    const again = (): void => keepRunning(simulation, name, run, life + 1);
    simulation.later(simulation.random.integer(RESTART_MS), { process: null, run: again });
  });
  run(process);
}
