import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A mutant as Stryker reports it, with what it did to the tests. */
interface Mutant {
  /** Of its file. */
  readonly path: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: Readonly<Record<'start' | 'end', Place>>;
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError';
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** The mutants of a run, by all that tells them apart. */
type Mutants = ReadonlyMap<string, Mutant>;

const SOURCES = 'packages/core/src';

/** All tests that run the core in this process: its own, those of the API, of the delivery worker, and of events for log stores. */
const ALL_TESTS = `{${SOURCES},packages/http/test,packages/webhooks/{src,test},test/ocsf}/**/*.test.ts`;

const ENOUGH = 90;

/**
 * Mutates a folder of the core. Its own tests come first, because they are fast; what they do not find is tried once more with all that
 * run the core. Returns whether the score is enough.
 */
export async function mutateFolder(
  copy: string,
  folder: string,
  options: MutationOptions,
): Promise<boolean> {
  const own = await runStryker(copy, options, {
    results: join(root, 'coverage/mutation', folder),
    mutate: [`${SOURCES}/${folder}/**/*.ts`, '!**/*.test.ts'],
    tests: `${SOURCES}/${folder}/**/*.test.ts`,
  });
  const left = [...own].filter(([, mutant]) => isAlive(mutant));
  const all =
    left.length === 0
      ? new Map<string, Mutant>()
      : await runStryker(copy, options, {
          results: join(root, 'coverage/mutation', folder, 'all-tests'),
          mutate: left.map(([, mutant]) => linesOf(mutant)),
          tests: ALL_TESTS,
        });
  const survivors = left.filter(([key, mutant]) => isAlive(all.get(key) ?? mutant));
  for (const [key] of survivors) console.log(`survived: ${key}`);
  const total = [...own.values()].filter(isTested).length;
  const score = (100 * (total - survivors.length)) / total;
  const counts = [total, total - left.length, left.length - survivors.length, survivors.length];
  const [mutants, byOwn, byOthers, alive] = counts.map(String);
  console.log(
    `${folder}: ${mutants} mutants, ${byOwn} found by its tests, ${byOthers} by others, ${alive} survived: ${score.toFixed(1)} %`,
  );
  return score >= ENOUGH;
}

interface StrykerRun {
  /** The absolute path of the folder for reports. */
  readonly results: string;
  readonly mutate: readonly string[];
  /** A pattern of test files. */
  readonly tests: string;
}

async function runStryker(
  copy: string,
  { force, static: withConstants }: MutationOptions,
  { results, mutate, tests }: StrykerRun,
): Promise<Mutants> {
  mkdirSync(results, { recursive: true });
  const report = join(results, 'report.json');
  const settings = {
    mutate,
    // In a copy of Stryker's own, the packages would not find each other.
    inPlace: true,
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    concurrency: availableParallelism(),
    ignoreStatic: !withConstants,
    timeoutMS: 5_000,
    incremental: true,
    incrementalFile: join(results, 'incremental.json'),
    reporters: ['progress-append-only', 'json', 'html'],
    jsonReporter: { fileName: report },
    htmlReporter: { fileName: join(results, 'report.html') },
  };
  writeFileSync(join(copy, 'stryker.config.json'), JSON.stringify(settings));
  await runInCopy(copy, ['stryker', 'run', ...(force ? ['--force'] : [])], {
    MUTATION_TESTS: tests,
  });
  return readReport(report);
}

function readReport(file: string): Mutants {
  const { files } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly files: Readonly<Record<string, { readonly mutants: readonly Omit<Mutant, 'path'>[] }>>;
  };
  return new Map(
    Object.entries(files).flatMap(([path, { mutants }]) =>
      mutants.map((each) => {
        const mutant = { ...each, path };
        return [keyOf(mutant), mutant] as const;
      }),
    ),
  );
}

/** `packages/core/src/policy/merge-policy.ts:111:7-111:26 ConditionalExpression: false` */
function keyOf({ path, location, mutatorName, replacement }: Mutant): string {
  const [start, end] = [location.start, location.end].map(
    ({ line, column }) => `${String(line)}:${String(column)}`,
  );
  return `${path}:${String(start)}-${String(end)} ${mutatorName}: ${replacement}`;
}

/** The lines of a mutant, as Stryker takes them: `packages/core/src/policy/merge-policy.ts:111-111`. */
function linesOf({ path, location: { start, end } }: Mutant): string {
  return `${path}:${String(start.line)}-${String(end.line)}`;
}

function isAlive({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage';
}

/** Whether tests were run with it, or none ran it. */
function isTested(mutant: Mutant): boolean {
  return isAlive(mutant) || mutant.status === 'Killed' || mutant.status === 'Timeout';
}
