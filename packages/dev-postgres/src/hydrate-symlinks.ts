import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * npm packages cannot carry symbolic links, so the binaries' package makes those of its libraries
 * when it is installed. After `npm install --ignore-scripts` they are missing (the loader finds no
 * `libicuuc`) and are made here instead.
 *
 * @param packageFolder the package as installed; its script is the one that is run
 * @param folder where the links belong, if it is a copy of that package
 * @returns whether all the links are there now; false where the folder cannot be written
 */
export async function hydrateSymlinks(
  packageFolder: string,
  folder: string = packageFolder,
): Promise<boolean> {
  if (await linksArePresent(folder)) return true;
  const script = join(packageFolder, 'scripts', 'hydrate-symlinks.js');
  await promisify(execFile)(process.execPath, [script], { cwd: folder });
  return linksArePresent(folder);
}

async function linksArePresent(folder: string): Promise<boolean> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { target: string }[];
  try {
    await Promise.all(links.map((link) => access(join(folder, link.target))));
    return true;
  } catch {
    return false;
  }
}
