import { cpus } from 'node:os';

const ROUNDS = 7;

/** One side of a comparison: runs a round, and gives its milliseconds. */
export type Round = () => Promise<number>;

/** Runs both sides in turn and gives the median milliseconds of each. */
export async function alternate(one: Round, other: Round): Promise<readonly [number, number]> {
  await one();
  await other();
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    times[0].push(await one());
    times[1].push(await other());
  }
  return [median(times[0]), median(times[1])];
}

/** Prints what was compared, where, and lines of results. */
export function report(title: string, lines: readonly (readonly [string, string])[]): void {
  const where = `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`;
  const rows = lines.map(([name, value]) => `  ${name.padEnd(34)}${value}\n`);
  process.stdout.write(`${title} (${where})\n${rows.join('')}`);
}

/** Requests a second, from how many took how long. */
export function rate(requests: number, ms: number): string {
  return `${String(Math.round((requests * 1_000) / ms))} requests/s`;
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? NaN;
}
