/**
 * The one list of packages that are published: every workspace that is not `private`.
 * Builds, package checks and the smoke test all ask here, so a new package is covered by existing.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The parts of a package.json that the scripts read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly homepage?: string;
  readonly bugs?: { readonly url: string };
  readonly repository?: { readonly url: string; readonly directory: string };
  readonly author?: string;
  readonly engines?: { readonly node: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Where the sources, the documentation and the issues are. */
export const REPOSITORY = 'https://github.com/stepward/stepward';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** A package with the folder that it is in, below `packages`. */
export interface Workspace extends Manifest {
  readonly folder: string;
}

/** The published packages, in the order of their folders. */
export function publishedPackages(): readonly Workspace[] {
  return readdirSync(join(root, 'packages'))
    .map((folder) => ({ ...readManifest(join(root, 'packages', folder)), folder }))
    .filter((manifest) => manifest.private !== true);
}

/** The manifests of the repository and of all workspaces in `packages` and `examples`. */
export function allManifests(): readonly Manifest[] {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => join(root, parent, name)),
  );
  return [root, ...folders].map(readManifest);
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
