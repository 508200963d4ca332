import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  MUTATED_STATEMENTS,
  type FindingTests,
  type MutatedStatement,
} from '../../packages/postgres/test/mutated-statements.js';
import { runInCopy } from './run-in-copy.js';

/** Plants each mutated statement in the copy. Returns whether tests find all of them. */
export async function mutateStatements(copy: string): Promise<boolean> {
  /** The tests that were seen to pass without a change. */
  const passing = new Set<string>();
  let areAllFound = true;
  for (const mutated of MUTATED_STATEMENTS) {
    const { name, foundBy } = mutated;
    const tests = JSON.stringify(foundBy);
    if (!passing.has(tests) && (await countFailures(copy, foundBy)) > 0) {
      throw new Error(`${foundBy.file} fails without a mutated statement`);
    }
    passing.add(tests);
    const failures = await withPlanted(copy, mutated, () => countFailures(copy, foundBy));
    if (failures === 0) areAllFound = false;
    console.log(failures === 0 ? `NOT FOUND  ${name}` : `found      ${name} (${failures} tests)`);
  }
  return areAllFound;
}

async function withPlanted<R>(
  copy: string,
  { name, file, find, replace }: MutatedStatement,
  work: () => Promise<R>,
): Promise<R> {
  const path = join(copy, 'packages/postgres/src', file);
  const text = readFileSync(path, 'utf8');
  const parts = text.split(find);
  if (parts.length !== 2) {
    throw new Error(`the text of "${name}" occurs ${parts.length - 1} times, not once`);
  }
  writeFileSync(path, parts.join(replace));
  try {
    return await work();
  } finally {
    writeFileSync(path, text);
  }
}

/** How many of the tests fail. Throws if none of them runs: a file that cannot be loaded finds nothing. */
async function countFailures(copy: string, { file, tests }: FindingTests): Promise<number> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const path = `packages/postgres/src/${file}`;
  const named = ['--testNamePattern', tests === '' ? '.' : tests];
  const vitest = ['run', '--config', 'vitest.workspace.ts', '--project', 'int', ...named, path];
  await runInCopy(
    copy,
    ['vitest', ...vitest],
    { TEST_TIER: 'full', TEST_REPORT_FILE: report },
    'ignore',
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  if (numPassedTests + numFailedTests === 0) throw new Error(`no test of ${file} ran`);
  return numFailedTests;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
}
