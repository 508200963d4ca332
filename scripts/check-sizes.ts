/**
 * Compares what a host pays for importing each entry point of the published packages with the limits in `scripts/size-limits.json`:
 *
 * - `kB`: its code with that of its dependencies, bundled and minified, in kB after gzip.
 * - `ms`: the processor time of importing a package, in milliseconds of a machine on which importing TypeScript takes
 *   `typescriptMs`. The least of several runs counts, but other work on the same cores slows some imports more than
 *   others: nothing runs beside it.
 *
 * Peer dependencies are counted in neither. `--accept` writes the limits, a little above what was measured. Needs
 * `npm run build` before it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { entryPoints, type EntryPoint } from './api-reports/entry-points.js';
import { root } from './workspaces.js';

interface Limits {
  readonly typescriptMs: number;
  readonly entries: Readonly<Record<string, Cost>>;
}

interface Cost {
  readonly kB: number;
  /** Of the main entry of a package alone. */
  readonly ms?: number;
}

const FILE = join(root, 'scripts/size-limits.json');
/** What a limit has above what was measured, when it is written. */
const MARGIN = { kB: 1.03, ms: 15 };
const ROUNDS = 5;
/** Where an import is over its limit, it is run as often again before that counts. */
const MORE_ROUNDS = 25;

const limits = JSON.parse(readFileSync(FILE, 'utf8')) as Limits;
const isAccepting = process.argv.includes('--accept');
const entries = entryPoints();
const mains = entries.filter(({ path }) => path === '.');
const times = isAccepting ? timesOf(mains, ROUNDS) : measureTimes();
const costs = new Map<string, Cost>();
for (const entry of entries) {
  const ms = times.get(entry.specifier);
  costs.set(entry.specifier, { kB: await kilobytesOf(entry), ...(ms === undefined ? {} : { ms }) });
}
if (isAccepting) accept();
else check();

function check(): void {
  let isOver = false;
  for (const [specifier, { kB, ms }] of costs) {
    const limit = limits.entries[specifier];
    const over = [
      limit === undefined ? 'has no limit; `npm run sizes:accept` writes it' : null,
      limit && kB > limit.kB ? `${kB.toFixed(1)} kB are more than ${String(limit.kB)}` : null,
      limit && ms !== undefined && ms > (limit.ms ?? 0)
        ? `${ms.toFixed(0)} ms are more than ${String(limit.ms)}`
        : null,
    ].filter((text) => text !== null);
    const time = ms === undefined ? '' : `${ms.toFixed(0)} ms`;
    console.log(
      `${specifier.padEnd(38)}${kB.toFixed(1).padStart(8)} kB${time.padStart(8)}  ${over.join('; ')}`,
    );
    isOver ||= over.length > 0;
  }
  const stale = Object.keys(limits.entries).filter((specifier) => !costs.has(specifier));
  if (stale.length > 0) console.log(`limits of no entry point: ${stale.join(', ')}`);
  if (isOver || stale.length > 0) process.exitCode = 1;
}

function accept(): void {
  const written: Record<string, Cost> = {};
  for (const [specifier, { kB, ms }] of costs) {
    written[specifier] = {
      kB: Math.ceil(kB * MARGIN.kB),
      ...(ms === undefined ? {} : { ms: Math.ceil(ms + MARGIN.ms) }),
    };
  }
  const text = JSON.stringify({ ...limits, entries: written }, null, 2);
  writeFileSync(FILE, `${text}\n`);
}

function peersOf({ package: { peerDependencies = {} } }: EntryPoint): readonly string[] {
  return Object.keys(peerDependencies);
}

async function kilobytesOf(entry: EntryPoint): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from '${entry.specifier}'`, resolveDir: root },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'node' },
    external: [...peersOf(entry)],
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1_000;
}

function measureTimes(): ReadonlyMap<string, number> {
  const times = timesOf(mains, ROUNDS);
  const over = mains.filter(
    ({ specifier }) => (times.get(specifier) ?? 0) > (limits.entries[specifier]?.ms ?? 0),
  );
  return over.length === 0 ? times : new Map([...times, ...timesOf(over, MORE_ROUNDS)]);
}

/** The least processor time of importing each, in milliseconds of the machine of the limits. */
function timesOf(chosen: readonly EntryPoint[], rounds: number): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  const measure = (specifier: string, peers: readonly string[]): void => {
    const ms = importMs(specifier, peers);
    least.set(specifier, Math.min(ms, least.get(specifier) ?? ms));
  };
  for (let round = 0; round < rounds; round += 1) {
    measure('typescript', []);
    for (const entry of chosen) measure(entry.specifier, peersOf(entry));
  }
  const factor = limits.typescriptMs / (least.get('typescript') ?? NaN);
  return new Map(
    chosen.map(({ specifier }) => [specifier, (least.get(specifier) ?? NaN) * factor]),
  );
}

/** The processor time of an import in a new process that has imported the peers before, in milliseconds. */
function importMs(specifier: string, peers: readonly string[]): number {
  const program = `${peers.map((peer) => `await import('${peer}');`).join('\n')}
    const before = process.cpuUsage();
    await import('${specifier}');
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const args = ['--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}
