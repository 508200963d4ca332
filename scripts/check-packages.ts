/**
 * Checks every published package as it would be packed: publint (is the manifest right?) and
 * are-the-types-wrong (do the types agree with what each kind of import gets?). Each has to bring a README and
 * its licence.
 * Needs `npm run build` before it.
 */
import { withPackedPackages } from './pack.js';
import { run } from './run.js';

withPackedPackages((packed) => {
  for (const { manifest, tarball, files } of packed) {
    console.log(`\n${manifest.name}`);
    const missing = ['README.md', 'LICENSE'].filter((file) => !files.includes(file));
    if (missing.length > 0) throw new Error(`${manifest.name} lacks ${missing.join(' and ')}`);
    run('publint', ['run', tarball, '--strict']);
    // node16: resolution before `exports` maps (TypeScript's "node10") is not supported, as Node < 20.19 is not.
    run('attw', [tarball, '--profile', 'node16', '--format', 'table-flipped']);
  }
});
