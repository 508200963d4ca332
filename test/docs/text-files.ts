import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pages.js';

/** The sources, tests, scripts and pages of the repository, as paths from the root; nothing that a tool writes. */
export function textFiles(folder = ''): readonly string[] {
  return readdirSync(join(root, folder))
    .filter((name) => !SKIPPED.has(name))
    .map((name) => join(folder, name))
    .flatMap((path) => {
      if (statSync(join(root, path)).isDirectory()) return textFiles(path);
      return TEXT.test(path) ? [path] : [];
    });
}

const SKIPPED = new Set(['node_modules', 'dist', 'coverage', 'generated', '.git']);
const TEXT = /\.(?:[cm]?[jt]sx?|md|sql|yml)$/;
