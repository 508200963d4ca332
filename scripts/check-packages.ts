/**
 * Checks every published package as it would be packed: publint (is the manifest right?), the files that belong in
 * each, its size, and its links to the repository, which npm shows.
 * Needs `npm run build` before it.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { withPackedPackages } from './pack.js';
import { run } from './run.js';
import { REPOSITORY, root, type Workspace } from './workspaces.js';

const REQUIRED = ['README.md', 'LICENSE', 'CHANGELOG.md'];
const MAX_BYTES = 520_000;

withPackedPackages((packed) => {
  for (const { manifest, tarball, files } of packed) {
    console.log(`\n${manifest.name}`);
    const missing = REQUIRED.filter((file) => !files.includes(file));
    if (missing.length > 0) throw new Error(`${manifest.name} lacks ${missing.join(' and ')}`);
    const { size } = statSync(tarball);
    if (size > MAX_BYTES) throw new Error(`${manifest.name} has ${size} bytes packed`);
    const faults = faultsOf(manifest);
    if (faults.length > 0) throw new Error(`${manifest.name}: ${faults.join('; ')}`);
    run('publint', ['run', tarball, '--strict']);
  }
});

/** What keeps a reader of the package from the repository, or a host from the built files. */
function faultsOf(manifest: Workspace): readonly string[] {
  const { folder, homepage, bugs, repository, author, scripts, exports } = manifest;
  const readme = readFileSync(join(root, 'packages', folder, 'README.md'), 'utf8');
  const rules = {
    'homepage is not its folder': homepage === `${REPOSITORY}/tree/main/packages/${folder}#readme`,
    'bugs.url is not the list of issues': bugs?.url === `${REPOSITORY}/issues`,
    'repository.url is not the repository': repository?.url === `git+${REPOSITORY}.git`,
    'repository.directory is not its folder': repository?.directory === `packages/${folder}`,
    'author is missing': author !== undefined,
    'exports leads to sources': !JSON.stringify(exports).includes('/src/'),
    'prepack and postpack do not run packed-manifest.ts':
      scripts?.['prepack']?.endsWith('packed-manifest.ts strip') === true &&
      scripts['postpack']?.endsWith('packed-manifest.ts restore') === true,
    'README.md has a relative link': !/\]\((?!https:|#)/.test(readme),
    'README.md has no link to the documentation': readme.includes(`${REPOSITORY}/blob/main/docs/`),
  };
  return Object.entries(rules).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}
