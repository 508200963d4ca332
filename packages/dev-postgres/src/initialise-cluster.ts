import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import type { Guard } from './guard.js';
import type { EmbeddedVersion } from './locate-binaries.js';
import { readServerLog } from './read-server-log.js';

/** The superuser that `initdb` makes. */
export const ADMIN_ROLE = 'postgres';

const BUILT_IN = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Of random passwords one SCRAM iteration is as good as 4096, and makes every connection cheaper. */
const ONE_ITERATION = '--set=scram_iterations=1';

/** The same on every machine. Postgres 15 has no such setting, and no collation of its own but `C`; 16 has no other either. */
const SETTINGS: Readonly<Record<EmbeddedVersion, readonly string[]>> = {
  15: ['--locale=C'],
  16: ['--locale=C', ONE_ITERATION],
  17: [...BUILT_IN, ONE_ITERATION],
  18: [...BUILT_IN, ONE_ITERATION],
};

/**
 * Runs `initdb`. The cluster is the same on every machine: UTF-8, a built-in collation, UTC, messages in English.
 *
 * Passwords rather than trust, because trust on 127.0.0.1 lets every user of the machine in, and a
 * superuser's connection can run programs as the server's user.
 *
 * @throws with `code: 'EACCES'` when the cluster's user cannot reach the binaries
 */
export async function initialiseCluster(guard: Guard, cluster: Cluster): Promise<void> {
  const { directory, binaries, user } = cluster;
  const passwordFile = join(directory, 'password');
  await writeFile(passwordFile, cluster.adminPassword, { mode: 0o600 });
  if (user) await chown(passwordFile, user.uid, user.gid);

  const initdb = await guard.spawn(
    join(binaries, 'native', 'bin', 'initdb'),
    [
      `--pgdata=${join(directory, 'data')}`,
      `--username=${ADMIN_ROLE}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...SETTINGS[cluster.version],
      '--no-sync',
      '--no-instructions',
    ],
    user,
  );
  const reason = await initdb.closed;
  if (reason !== 'exit code 0') {
    throw new Error(`initdb failed (${reason})\n${await readServerLog(directory)}`);
  }
}
