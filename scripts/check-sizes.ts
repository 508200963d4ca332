/**
 * Compares what a host pays for importing each entry point of the published packages with what `scripts/sizes.json`
 * accepts:
 *
 * - `kB`: its code with that of its dependencies, bundled and minified, in kB after gzip. 3 % more are allowed, or 0.5 kB
 *   where that is more.
 * - `modules`: the modules that importing a package loads, lazily imported ones included. 10 more are allowed.
 * - `ms`: the time of importing a package that is bundled into one module: what its code costs at its top level, without
 *   the file system, which is counted as modules. It is the least of several imports beside the least of as many imports of
 *   `CONTROL`, in milliseconds of a machine that imports `CONTROL` in 70. 12 ms of this machine more are allowed, or 12 %
 *   where that is more. Nothing else may run beside it.
 *
 * Peer dependencies are counted in none. `--accept` writes what was measured. Needs `npm run build` before it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { entryPoints, type EntryPoint } from './api-reports/entry-points.js';
import { root } from './workspaces.js';

interface Cost {
  readonly kB: number;
  /** Of the main entry of a package alone, as `ms`. */
  readonly modules?: number;
  readonly ms?: number;
}

/** A package that is imported into one process after another. */
interface Bundle {
  readonly specifier: string;
  readonly path: string;
  readonly peers: readonly string[];
  readonly modules: number;
}

const FILE = join(root, 'scripts/sizes.json');
/** Below `node_modules`, because the bundles import the peer dependencies. */
const BUNDLES = join(root, 'node_modules/.cache/stepward-bundles');
/** A package of others whose import takes about as long as that of our largest. */
const CONTROL = { specifier: 'axe-core', ms: 70 };
const ALLOWED = { kB: 0.5, kBShare: 0.03, modules: 10, ms: 12, msShare: 0.12 };
/** How many imports decide. */
const ROUNDS = 25;
/** Fewer tell whether a package may be over. */
const FIRST_ROUNDS = 5;
/** It may be where it is nearer to the limit than this. */
const NEAR_MS = 6;
/** One that is over is measured again, because the machine's speed may have changed meanwhile. */
const REPEATS = 3;

const accepted = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Cost>>;
const isAccepting = process.argv.includes('--accept');
const entries = entryPoints();
const control = await bundleOf(CONTROL.specifier, []);
const bundles = new Map<string, Bundle>();
for (const entry of entries.filter(({ path }) => path === '.')) {
  bundles.set(entry.specifier, await bundleOf(entry.specifier, peersOf(entry)));
}
const times = new Map([...bundles].map(([specifier, bundle]) => [specifier, timesOf(bundle)]));
const costs = new Map<string, Cost>();
for (const entry of entries) costs.set(entry.specifier, await costOf(entry));
if (isAccepting) accept();
else check();

function check(): void {
  let isOver = false;
  for (const [specifier, cost] of costs) {
    const over = excessOf(specifier, cost);
    const { modules = '', ms } = cost;
    console.log(
      specifier.padEnd(32),
      `${cost.kB.toFixed(1)} kB`.padStart(9),
      modules === '' ? '' : `${String(modules)} modules`.padStart(12),
      ms === undefined ? '' : `${ms.toFixed(0)} ms`.padStart(7),
      over.join('; '),
    );
    isOver ||= over.length > 0;
  }
  const stale = Object.keys(accepted).filter((specifier) => !costs.has(specifier));
  if (stale.length > 0) console.log(`accepted, but no entry point: ${stale.join(', ')}`);
  if (isOver || stale.length > 0) process.exitCode = 1;
}

/** What of a cost is more than allowed, in words. */
function excessOf(specifier: string, cost: Cost): readonly string[] {
  const known = accepted[specifier];
  if (!known) return ['has not been accepted; `npm run sizes:accept` does that'];
  const over: string[] = [];
  if (cost.kB > known.kB + Math.max(ALLOWED.kB, known.kB * ALLOWED.kBShare)) {
    over.push(`${String(known.kB)} kB are accepted`);
  }
  if ((cost.modules ?? 0) > (known.modules ?? 0) + ALLOWED.modules) {
    over.push(`${String(known.modules)} modules are accepted`);
  }
  const msOver = times.get(specifier)?.overMs ?? 0;
  if (msOver > 0) over.push(`${msOver.toFixed(0)} ms of this machine more than allowed`);
  return over;
}

function accept(): void {
  const written: Record<string, Cost> = {};
  for (const [specifier, { kB, modules, ms }] of costs) {
    written[specifier] = { kB: round(kB), ...(ms === undefined ? {} : { modules, ms: round(ms) }) };
  }
  const text = JSON.stringify(written, null, 2);
  writeFileSync(FILE, `${text}\n`);
}

async function costOf(entry: EntryPoint): Promise<Cost> {
  const bundle = bundles.get(entry.specifier);
  const kB = await kilobytesOf(entry);
  const ms = times.get(entry.specifier)?.ms;
  return bundle && ms !== undefined ? { kB, modules: bundle.modules, ms } : { kB };
}

function peersOf({ package: { peerDependencies = {} } }: EntryPoint): readonly string[] {
  return Object.keys(peerDependencies);
}

async function kilobytesOf(entry: EntryPoint): Promise<number> {
  const { outputFiles } = await build({
    ...buildOptions(entry.specifier, peersOf(entry)),
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '').length / 1_000;
}

/** Writes a package with its dependencies as one module, with all code that Node would run on import. */
async function bundleOf(specifier: string, peers: readonly string[]): Promise<Bundle> {
  const path = join(BUNDLES, `${specifier.replace(/\W+/g, '-')}.mjs`);
  const { metafile } = await build({
    ...buildOptions(specifier, peers),
    ...{ outfile: path, metafile: true, ignoreAnnotations: true },
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
  });
  return { specifier, path, peers, modules: Object.keys(metafile.inputs).length - 1 };
}

function buildOptions(specifier: string, peers: readonly string[]) {
  return {
    stdin: { contents: `export * from '${specifier}'`, resolveDir: root },
    ...({ bundle: true, minify: true, format: 'esm', platform: 'node' } as const),
    external: [...peers],
    logLevel: 'error' as const,
  };
}

/** What importing a package takes, and how much longer than allowed that is, in milliseconds of this machine. */
interface ImportTimes {
  readonly ms: number;
  readonly overMs: number;
}

function timesOf(bundle: Bundle): ImportTimes {
  if (isAccepting) return measure(bundle, ROUNDS);
  let least = measure(bundle, FIRST_ROUNDS);
  if (least.overMs <= -NEAR_MS) return least;
  least = measure(bundle, ROUNDS);
  for (let repeat = 1; repeat < REPEATS && least.overMs > 0; repeat += 1) {
    const again = measure(bundle, ROUNDS);
    if (again.overMs < least.overMs) least = again;
  }
  return least;
}

function measure(bundle: Bundle, rounds: number): ImportTimes {
  let [controlMs, bundleMs] = [Infinity, Infinity];
  for (let round = 0; round < rounds; round += 1) {
    controlMs = Math.min(controlMs, importMs(control));
    bundleMs = Math.min(bundleMs, importMs(bundle));
  }
  const ms = (bundleMs / controlMs) * CONTROL.ms;
  const acceptedMs = ((accepted[bundle.specifier]?.ms ?? 0) * controlMs) / CONTROL.ms;
  const allowedMs = acceptedMs + Math.max(ALLOWED.ms, acceptedMs * ALLOWED.msShare);
  return { ms, overMs: bundleMs - allowedMs };
}

/** How long an import takes in a new process that has imported the peers before, in milliseconds. */
function importMs({ path, peers }: Bundle): number {
  const program = `${peers.map((peer) => `await import('${peer}');`).join('\n')}
    const before = performance.now();
    await import('${pathToFileURL(path).href}');
    console.log(performance.now() - before);`;
  const args = ['--input-type=module', '--eval', program];
  return Number(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }));
}

/** To a tenth. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}
