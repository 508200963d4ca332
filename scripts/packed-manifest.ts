/**
 * Removes the condition that leads to the sources (docs/adr/0001-source-condition.md) from a package's manifest while npm
 * packs or publishes it, since the sources are not packed. `prepack` runs it with `strip`, `postpack` with `restore`, both
 * in the package's folder. npm never packs a file that ends in `.orig`.
 */
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Writes the manifest of a folder without the condition. */
export function stripManifest(folder: string): void {
  const manifest = join(folder, 'package.json');
  const stripped: unknown = JSON.parse(readFileSync(manifest, 'utf8'), (key, value: unknown) =>
    key === '@stepward/source' ? undefined : value,
  );
  writeFileSync(manifest, `${JSON.stringify(stripped, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [original, step] = ['package.json.orig', process.argv[2]];
  if (step === 'restore') {
    renameSync(original, 'package.json');
  } else if (step === 'strip') {
    // A pack that failed has left the original; npm does not run `postpack` then.
    if (existsSync(original)) renameSync(original, 'package.json');
    copyFileSync('package.json', original);
    stripManifest('.');
  } else throw new Error('packed-manifest: the step must be strip or restore');
}
