/**
 * Changes the code piece by piece, and asks each time whether a test fails (`docs/mutation-testing.md`):
 *
 *     npm run test:mutation -- [--force] [--static] [folder of packages/core/src …] [postgres]
 *
 * Without arguments, all folders run in turn, and `postgres`: the statements of `packages/postgres/test/mutated-statements.ts`.
 * Results of folders are kept in `coverage/mutation`; the next run repeats only what changed since. `--force` repeats
 * everything, and `--static` changes constants too. The exit code is 1 if a folder's score is below 90 %, or if a mutated
 * statement was not found.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { copyRepository } from './mutation/copy-repository.js';
import { mutateFolder } from './mutation/mutate-folder.js';
import { mutateStatements } from './mutation/mutate-statements.js';
import { root } from './workspaces.js';

const STATEMENTS = 'postgres';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    force: { type: 'boolean', default: false },
    static: { type: 'boolean', default: false },
  },
});
const source = join(root, 'packages/core/src');
const targets = positionals.length > 0 ? positionals : [...allFolders(), STATEMENTS];
for (const target of targets) {
  if (target !== STATEMENTS && !existsSync(join(source, target))) {
    throw new Error(`packages/core/src has no folder ${target}`);
  }
}

// The interrupt ends what runs in the copy; this process goes on, and removes the copy.
process.on('SIGINT', () => {});
const copy = copyRepository();
try {
  const weak: string[] = [];
  for (const target of targets) {
    console.log(`\nMutating ${target}`);
    const isEnough =
      target === STATEMENTS
        ? await mutateStatements(copy)
        : await mutateFolder(copy, target, values);
    if (!isEnough) weak.push(target);
  }
  if (weak.length > 0) console.log(`\nNot enough: ${weak.join(', ')}`);
  process.exitCode = weak.length > 0 ? 1 : 0;
} finally {
  rmSync(copy, { recursive: true });
}

function allFolders(): readonly string[] {
  return readdirSync(source, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
