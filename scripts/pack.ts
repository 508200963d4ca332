/** Packs the published packages as `npm publish` would: checks see what a user would get. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripManifest } from './packed-manifest.js';
import { runAndRead } from './run.js';
import { publishedPackages, readManifest, root, type Workspace } from './workspaces.js';

export interface PackedPackage {
  /** As it was packed. */
  readonly manifest: Workspace;
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
      publishedPackages().map((workspace) => pack(workspace, folder)),
      folder,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Packs a copy, because other checks need the manifest in the workspace as it is. */
function pack({ name, folder }: Workspace, destination: string): PackedPackage {
  const copy = join(destination, 'packages', folder);
  cpSync(join(root, 'packages', folder), copy, {
    recursive: true,
    filter: (path) => !path.includes('node_modules', root.length),
  });
  stripManifest(copy);
  // Without scripts: they would build, and the caller has done that.
  const flags = ['--ignore-scripts', '--json', '--pack-destination', destination];
  const answer = runAndRead('npm', ['pack', ...flags], copy);
  const [packed] = JSON.parse(answer) as readonly NpmPacked[];
  if (!packed) throw new Error(`npm packed nothing for ${name}`);
  const files = packed.files.map(({ path }) => path);
  const tarball = join(destination, packed.filename);
  return { manifest: { ...readManifest(copy), folder }, tarball, files };
}

/** What `npm pack --json` says of a package, as far as it is read. */
interface NpmPacked {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
