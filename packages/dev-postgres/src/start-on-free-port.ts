import type { Cluster } from './cluster.js';
import { freePort } from './free-port.js';
import type { Guard, GuardedProgram } from './guard.js';
import { startPostmaster, type PostmasterOptions } from './start-postmaster.js';

const ATTEMPTS = 5;

/**
 * Starts the cluster on a port of its own choice; when another process takes that port first, on
 * the next one.
 */
export async function startOnFreePort(
  guard: Guard,
  cluster: Cluster,
  options: PostmasterOptions,
): Promise<{ port: number; postmaster: GuardedProgram }> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    try {
      return { port, postmaster: await startPostmaster(guard, cluster, port, options) };
    } catch (error) {
      const portTaken = String(error).includes('Address already in use');
      if (!portTaken || attempt === ATTEMPTS) throw error;
    }
  }
}
