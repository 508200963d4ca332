import { simulate } from '../../src/kernel/simulate.js';
import type { Simulation } from '../../src/kernel/simulation.js';
import type { World } from '../../src/kernel/world.js';
import type { DatabaseServer } from '../../src/storage/database-server.js';
import type { StorageCall } from '../../src/storage/storage-call.js';

/** A call, and when it had its effect by the clock of the database. */
export interface TracedCall {
  readonly at: Date;
  readonly call: StorageCall;
}

/**
 * Returns the calls of a simulated run, in the order in which they had their effects.
 *
 * @param steps calls with faults
 */
export async function recordTrace(
  createWorld: (simulation: Simulation, record: DatabaseServer['record']) => World,
  seed: number,
  steps: number,
): Promise<readonly TracedCall[]> {
  const trace: TracedCall[] = [];
  const { violation } = await simulate(
    (simulation) =>
      createWorld(simulation, (call) => {
        if (!isNextPage(call)) trace.push({ at: new Date(simulation.now()), call });
      }),
    { seed, steps },
  );
  if (violation !== null) throw new Error(violation);
  return trace;
}

/** Storages may divide what waits into other pages, so the first one stands for all of them. */
function isNextPage(call: StorageCall): boolean {
  return call.type === 'queue' && call.method === 'waiting' && call.args[1] !== null;
}
