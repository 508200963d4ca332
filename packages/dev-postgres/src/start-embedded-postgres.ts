import { APP_ROLE, createAppRole } from './create-app-role.js';
import type { Cluster } from './cluster.js';
import { createCluster } from './create-cluster.js';
import { startGuard, type Guard } from './guard.js';
import { ADMIN_ROLE } from './initialise-cluster.js';
import type { EmbeddedVersion } from './locate-binaries.js';
import type { PostgresServer } from './postgres-server.js';
import { randomPassword } from './random-password.js';
import { createServerDirectory } from './server-directory.js';
import { serverUrl } from './server-url.js';
import { serverUser } from './server-user.js';
import { startOnFreePort } from './start-on-free-port.js';
import { startPostmaster, type PostmasterOptions } from './start-postmaster.js';
import { withClient } from './with-client.js';

export interface EmbeddedPostgresOptions {
  /** Default 18, the newest; 15 is the oldest that Stepward supports, for Linux on x64 alone. */
  readonly version?: EmbeddedVersion;
  /** The folder of an installed package with the binaries of that version; default is the one that `npm ci` installs. */
  readonly binaries?: string | undefined;
  /**
   * Whether commits survive a power cut (`fsync`). Default false, which is faster and loses nothing
   * when only Postgres dies: `crash()` keeps every commit either way.
   */
  readonly durable?: boolean;
  /** Default 200: test files run side by side, each with pools of its own. */
  readonly maxConnections?: number;
  /** Milliseconds from starting Postgres to its first connection; default 30 000. */
  readonly readyTimeout?: number;
}

/**
 * A Postgres of this process alone. It ends when this process ends, in whatever way, and its data
 * is removed.
 *
 * `shutDown`, `crash` and `restart` are for tests of what happens while the database is away. They
 * resolve when every backend is gone, or when connections are accepted again, on the same port with
 * the same data.
 */
export interface EmbeddedPostgres extends PostgresServer {
  readonly adminUrl: string;
  /**
   * Ends the server in good order: open transactions are rolled back, clients are told. The data
   * stays.
   */
  shutDown(): Promise<void>;
  /** Kills the server (SIGKILL), as if its machine had failed. The data stays. */
  crash(): Promise<void>;
  /** Starts the server again after `shutDown` or `crash`; a running one is shut down first. */
  restart(): Promise<void>;
}

/**
 * Starts a fresh Postgres on 127.0.0.1, from the binaries that npm installed, in about half a
 * second. Works as root, as an ordinary user, after an installation without scripts, and wherever
 * the checkout lies.
 *
 * @throws when it does not start, with the end of its log in the message
 */
export async function startEmbeddedPostgres({
  version = 18,
  binaries,
  durable = false,
  maxConnections = 200,
  readyTimeout = 30_000,
}: EmbeddedPostgresOptions = {}): Promise<EmbeddedPostgres> {
  const user = serverUser();
  const directory = createServerDirectory(user);
  const guard = startGuard(directory);
  try {
    const cluster = await createCluster(guard, directory, user, version, binaries);
    return await serve(guard, cluster, { durable, maxConnections, readyTimeout });
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

async function serve(
  guard: Guard,
  cluster: Cluster,
  options: PostmasterOptions,
): Promise<EmbeddedPostgres> {
  const { port, postmaster } = await startOnFreePort(guard, cluster, options);
  const adminUrl = serverUrl(ADMIN_ROLE, cluster.adminPassword, port, 'postgres');
  const appPassword = randomPassword();
  await withClient(adminUrl, (admin) => createAppRole(admin, appPassword));

  let current = postmaster;
  return {
    url: serverUrl(APP_ROLE, appPassword, port, APP_ROLE),
    adminUrl,
    stop: () => guard.stop(),
    async shutDown() {
      await current.end('SIGINT');
    },
    async crash() {
      await current.end('SIGKILL');
    },
    async restart() {
      await current.end('SIGINT');
      current = await startPostmaster(guard, cluster, port, options);
    },
  };
}
