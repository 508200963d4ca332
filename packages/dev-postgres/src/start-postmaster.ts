import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import type { Guard, GuardedProgram } from './guard.js';
import { ADMIN_ROLE } from './initialise-cluster.js';
import { readServerLog } from './read-server-log.js';
import { serverUrl } from './server-url.js';
import { waitUntilReady } from './wait-until-ready.js';

/** How Postgres is to run; the defaults are those of `EmbeddedPostgresOptions`. */
export interface PostmasterOptions {
  readonly durable: boolean;
  readonly maxConnections: number;
  readonly readyTimeout: number;
}

/**
 * Serves the cluster on 127.0.0.1 alone and waits until it accepts connections.
 *
 * @throws with the end of the server's log in the message; the server is gone then
 */
export async function startPostmaster(
  guard: Guard,
  cluster: Cluster,
  port: number,
  options: PostmasterOptions,
): Promise<GuardedProgram> {
  const { directory, binaries, user, adminPassword } = cluster;
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: options.maxConnections,
    fsync: options.durable ? 'on' : 'off',
    full_page_writes: options.durable ? 'on' : 'off',
    // No replica ever reads this server's log, so it need not hold what only a replica needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    // Inside the data directory, and so removed with it; in /dev/shm a killed server leaves it
    // behind.
    dynamic_shared_memory_type: 'mmap',
  };
  const postmaster = await guard.spawn(
    join(binaries, 'native', 'bin', 'postgres'),
    [
      ...['-D', join(directory, 'data')],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    user,
  );
  try {
    const url = serverUrl(ADMIN_ROLE, adminPassword, port, 'postgres');
    await waitUntilReady(url, postmaster, options.readyTimeout);
    return postmaster;
  } catch (cause) {
    await postmaster.end('SIGKILL');
    throw new Error(`${String(cause)}\n${await readServerLog(directory)}`, { cause });
  }
}
