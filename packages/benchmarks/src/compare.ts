import { execFileSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';

/** Rounds of each side that count; an odd number. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 7);

/** One side of a comparison: runs a round, and gives its milliseconds. */
export type Round = () => Promise<number>;

/** Runs all sides in turn, one round of each to warm up, and gives the median milliseconds of each. */
export async function alternate<const Sides extends readonly Round[]>(
  ...sides: Sides
): Promise<{ readonly [Side in keyof Sides]: number }> {
  const times = await takeTurns(...sides);
  return times.map(median) as { readonly [Side in keyof Sides]: number };
}

/** Runs all sides in turn, one round of each to warm up, and gives what each round of each side came to. */
export async function takeTurns<T>(
  ...sides: readonly (() => Promise<T>)[]
): Promise<readonly (readonly T[])[]> {
  for (const side of sides) await side();
  const rounds: T[][] = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, side] of sides.entries()) rounds[index]?.push(await side());
  }
  return rounds;
}

/** Prints what was compared, of which commit, where, and lines of results. */
export function report(title: string, lines: readonly (readonly [string, string])[]): void {
  const processors = cpus();
  const model = processors[0]?.model ?? 'unknown processor';
  const load = (loadavg()[0] ?? 0).toFixed(1);
  const where = `${String(processors.length)} × ${model}, a load of ${load}, Node ${process.version}`;
  const rows = lines.map(([name, value]) => `  ${name.padEnd(48)}${value}\n`);
  process.stdout.write(`${title} (${measuredCommit()}, ${where})\n${rows.join('')}`);
}

function measuredCommit(): string {
  const cwd = process.env['BENCH_STEPWARD'] || undefined;
  try {
    const revision = ['rev-parse', '--short', 'HEAD'];
    return `commit ${execFileSync('git', revision, { cwd, encoding: 'utf8' }).trim()}`;
  } catch {
    return 'unknown commit';
  }
}

/** How many of something a second, from how many took how long. */
export function rate(count: number, ms: number, of = 'requests'): string {
  return `${String(Math.round((count * 1_000) / ms))} ${of}/s`;
}

/** How fast the second is, where the first is 1. */
export function ratio(baselineMs: number, ms: number): string {
  return (baselineMs / ms).toFixed(2);
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The value below which that share of the values lies; 0.95 for 95 %. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
