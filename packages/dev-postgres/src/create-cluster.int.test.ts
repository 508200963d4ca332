import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCluster } from './create-cluster.js';
import { startGuard } from './guard.js';
import { locateBinaries } from './locate-binaries.js';
import { createServerDirectory } from './server-directory.js';
import { serverUser } from './server-user.js';

const user = serverUser();

/** A checkout of its own, with the binaries as `npm install --ignore-scripts` leaves them. */
let installed: string;

beforeEach(async () => {
  installed = join(await mkdtemp(join(tmpdir(), 'stepward-checkout-')), 'package');
  await chmod(dirname(installed), 0o755);
  await cp(locateBinaries(), installed, { recursive: true, verbatimSymlinks: true });
  const list = await readFile(join(installed, 'native', 'pg-symlinks.json'), 'utf8');
  const links = JSON.parse(list) as { target: string }[];
  await Promise.all(links.map(({ target }) => rm(join(installed, target))));
});

afterEach(() => rm(dirname(installed), { recursive: true }));

/** Makes a cluster and says which binaries that took. */
async function binariesUsed(): Promise<'installed' | 'copied'> {
  const directory = createServerDirectory(user);
  const guard = startGuard(directory);
  try {
    const { binaries } = await createCluster(guard, directory, user, 18, installed);
    return binaries === installed ? 'installed' : 'copied';
  } finally {
    await guard.stop();
  }
}

it('makes the links that an installation without scripts left out', async () => {
  expect(await binariesUsed()).toBe('installed');
});

it.runIf(user)('copies binaries that the user of the server cannot reach', async () => {
  await chmod(dirname(installed), 0o700);
  expect(await binariesUsed()).toBe('copied');
});
