import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspaces.js';
import { runInCopy } from './run-in-copy.js';

export interface MutationOptions {
  /** Whether to repeat what did not change since the last run. */
  readonly force: boolean;
  /** Whether to change constants too: what runs when a module is loaded, so that each change needs all tests of the folder. */
  readonly static: boolean;
}

/** Mutates a folder of the core. Returns whether its score is enough. */
export function mutateFolder(
  copy: string,
  folder: string,
  options: MutationOptions,
): Promise<boolean> {
  const results = join(root, 'coverage/mutation', folder);
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(copy, 'stryker.config.json'),
    JSON.stringify(strykerOptions(folder, results, options)),
  );
  return runInCopy(copy, ['stryker', 'run', ...(options.force ? ['--force'] : [])], {
    MUTATION_FOLDER: folder,
  });
}

function strykerOptions(folder: string, results: string, options: MutationOptions): object {
  return {
    mutate: [`packages/core/src/${folder}/**/*.ts`, '!**/*.test.ts'],
    // In a copy of Stryker's own, the packages would not find each other.
    inPlace: true,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    concurrency: availableParallelism(),
    ignoreStatic: !options.static,
    timeoutMS: 5_000,
    incremental: true,
    incrementalFile: join(results, 'incremental.json'),
    reporters: ['progress-append-only', 'clear-text', 'html'],
    htmlReporter: { fileName: join(results, 'report.html') },
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    thresholds: { high: 100, low: 90, break: 90 },
  };
}
