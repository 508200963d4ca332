/**
 * Runs a benchmark on the packages of this checkout and of another in turns, `TURNS` times each (3). The name of the benchmark
 * is the argument, and `BENCH_STEPWARD` the path of the other checkout, whose packages are built as well.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TURNS = Number(process.env['TURNS'] ?? 3);
const [benchmark = '', ...selected] = process.argv.slice(2);
const script = fileURLToPath(new URL(`${benchmark}.ts`, import.meta.url));
const { BENCH_STEPWARD: other = '', ...here } = process.env;
if (other === '') throw new Error('BENCH_STEPWARD is not set');

for (let turn = 0; turn < TURNS; turn += 1) {
  for (const env of [here, { ...here, BENCH_STEPWARD: other }]) {
    const run = spawnSync(process.execPath, [...process.execArgv, script, ...selected], {
      env,
      stdio: 'inherit',
    });
    if (run.status !== 0) process.exitCode = 1;
  }
}
