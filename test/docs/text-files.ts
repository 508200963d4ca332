import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages.js';

/** The sources, tests, scripts and pages of the repository, as paths from the root; nothing that a tool writes. */
export function textFiles(folder = ''): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => !SKIPPED.has(name) && !TEMPORARY.test(name))
    .map((name) => join(folder, name))
    .filter((path) => path !== 'docs/api' && path !== 'docs/readme')
    .flatMap((path) => {
      if (statSync(join(root, path)).isDirectory()) return textFiles(path);
      return TEXT.test(path) ? [path] : [];
    });
}

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'generated', '.git']);
/** A configuration that tsup writes beside its own while it builds, which `npm test` does meanwhile. */
const TEMPORARY = /\.bundled_\w+\.mjs$/;
const TEXT = /\.(?:[cm]?[jt]sx?|md|sql|yml)$/;
