/**
 * Checks every published package as it would be packed: publint (is the manifest right?) and
 * are-the-types-wrong (do the types agree with what each kind of import gets?).
 * Needs `npm run build` before it.
 */
import { withPackedPackages } from './pack.js';
import { run } from './run.js';

withPackedPackages((packed) => {
  for (const { manifest, tarball } of packed) {
    console.log(`\n${manifest.name}`);
    run('publint', ['run', tarball, '--strict']);
    // node16: resolution before `exports` maps (TypeScript's "node10") is not supported, as Node < 20.19 is not.
    run('attw', [tarball, '--profile', 'node16', '--format', 'table-flipped']);
  }
});
