/**
 * Checks every published package as it would be packed: publint (is the manifest right?), the files that belong in
 * each, and its size.
 * Needs `npm run build` before it.
 */
import { statSync } from 'node:fs';
import { withPackedPackages } from './pack.js';
import { run } from './run.js';

const REQUIRED = ['README.md', 'LICENSE', 'CHANGELOG.md'];
const MAX_BYTES = 300_000;

withPackedPackages((packed) => {
  for (const { manifest, tarball, files } of packed) {
    console.log(`\n${manifest.name}`);
    const missing = REQUIRED.filter((file) => !files.includes(file));
    if (missing.length > 0) throw new Error(`${manifest.name} lacks ${missing.join(' and ')}`);
    const { size } = statSync(tarball);
    if (size > MAX_BYTES) throw new Error(`${manifest.name} has ${size} bytes packed`);
    run('publint', ['run', tarball, '--strict']);
  }
});
