import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runAndRead } from '../run.js';
import { root } from '../workspaces.js';

/** What the tests of the core and of Postgres need of the repository. */
const PARTS = [
  'package.json',
  'tsconfig.json',
  'vitest.workspace.ts',
  'packages',
  'scripts',
  'test',
];

/**
 * Copies the sources to a temporary folder, as they are in the working tree, and returns it. Its packages find each other
 * in the copy and their dependencies in the repository, so that a changed file is seen by the copy alone.
 */
export function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'stepward-mutation-'));
  for (const file of sourceFiles()) cpSync(join(root, file), join(copy, file));
  const modules = join(root, 'node_modules');
  for (const name of readdirSync(modules)) {
    if (name !== '@stepward') link(join(modules, name), join(copy, 'node_modules', name));
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    link(join(copy, 'packages', name), join(copy, 'node_modules/@stepward', name));
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) link(own, join(copy, 'packages', name, 'node_modules'));
  }
  return copy;
}

/** Files that git has or would add, and that were not deleted. */
function sourceFiles(): readonly string[] {
  const listed = runAndRead('git', ['ls-files', '-zco', '--exclude-standard', ...PARTS]);
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  // A junction needs no rights on Windows; elsewhere the type is ignored.
  symlinkSync(target, path, 'junction');
}
