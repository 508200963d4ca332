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
  /** The files in it, as paths from the package's folder. */
  readonly files: readonly string[];
}

/** Passes the packed packages and their temporary folder to `work`, and deletes the folder afterwards. */
export function withPackedPackages(
  work: (packed: readonly PackedPackage[], folder: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'stepward-pack-'));
  try {
    work(
      publishedPackages().map((manifest) => pack(manifest, folder)),
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pack(manifest: Manifest, folder: string): PackedPackage {
  const answer = runAndRead('npm', [
    'pack',
    // Skips `prepack`, because the caller has built the packages.
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    folder,
    '--workspace',
    manifest.name,
  ]);
  const [packed] = JSON.parse(answer) as readonly NpmPacked[];
  if (!packed) throw new Error(`npm packed nothing for ${manifest.name}`);
  const files = packed.files.map(({ path }) => path);
  return { manifest, tarball: join(folder, packed.filename), files };
}

/** What `npm pack --json` says of a package, as far as it is read. */
interface NpmPacked {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
