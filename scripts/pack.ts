/** Packs the published packages as `npm publish` would, so that checks see what a user would get. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAndRead } from './run.js';
import { type Manifest, publishedPackages } from './workspaces.js';

export interface PackedPackage {
  readonly manifest: Manifest;
  /** Absolute path of the .tgz file. */
  readonly tarball: string;
}

/** Hands the packed packages to `work`, with the temporary folder they lie in, which is gone afterwards. */
export function withPackedPackages(
  work: (packed: readonly PackedPackage[], folder: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'stepward-pack-'));
  try {
    work(
      publishedPackages().map((manifest) => ({ manifest, tarball: pack(manifest, folder) })),
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(manifest: Manifest, folder: string): string {
  const answer = runAndRead('npm', [
    'pack',
    '--json',
    '--pack-destination',
    folder,
    '--workspace',
    manifest.name,
  ]);
  const [packed] = JSON.parse(answer) as readonly { readonly filename: string }[];
  if (!packed) throw new Error(`npm packed nothing for ${manifest.name}`);
  return join(folder, packed.filename);
}
