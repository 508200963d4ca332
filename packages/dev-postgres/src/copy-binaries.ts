import { cp, lchown, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hydrateSymlinks } from './hydrate-symlinks.js';
import type { ServerUser } from './server-user.js';

/**
 * Copies the binaries (60 MB, less than a second) into the server's own directory and hands them to its
 * user. Needed where that user cannot reach the installed ones: root's checkout below a home of
 * mode 0700.
 *
 * @returns the folder that stands for the package's from now on
 */
export async function copyBinaries(
  packageFolder: string,
  directory: string,
  user: ServerUser,
): Promise<string> {
  const native = join(directory, 'native');
  await cp(join(packageFolder, 'native'), native, { recursive: true, verbatimSymlinks: true });
  if (!(await hydrateSymlinks(packageFolder, directory))) {
    throw new Error(`Cannot link the Postgres libraries in ${native}`);
  }
  if (user) {
    const entries = await readdir(native, { recursive: true });
    const paths = [native, ...entries.map((entry) => join(native, entry))];
    await Promise.all(paths.map((path) => lchown(path, user.uid, user.gid)));
  }
  return directory;
}
