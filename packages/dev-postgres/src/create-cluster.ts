import type { Cluster } from './cluster.js';
import { copyBinaries } from './copy-binaries.js';
import type { Guard } from './guard.js';
import { hydrateSymlinks } from './hydrate-symlinks.js';
import { initialiseCluster } from './initialise-cluster.js';
import { locateBinaries, type EmbeddedVersion } from './locate-binaries.js';
import { randomPassword } from './random-password.js';
import type { ServerUser } from './server-user.js';

/**
 * Makes a cluster with the installed binaries or, where they cannot be linked or reached, with a
 * copy of them.
 *
 * @param installed the folder of the binaries' package
 */
export async function createCluster(
  guard: Guard,
  directory: string,
  user: ServerUser,
  version: EmbeddedVersion,
  installed: string = locateBinaries(version),
): Promise<Cluster> {
  const adminPassword = randomPassword();
  const cluster = { directory, binaries: installed, version, user, adminPassword };
  if (await hydrateSymlinks(installed)) {
    try {
      await initialiseCluster(guard, cluster);
      return cluster;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error;
    }
  }
  const copied = { ...cluster, binaries: await copyBinaries(installed, directory, user) };
  await initialiseCluster(guard, copied);
  return copied;
}
