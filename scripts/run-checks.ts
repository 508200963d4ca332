/**
 * Runs npm scripts side by side, as many at a time as there are cores:
 *
 *     run-checks.ts [NAME=value …] tests build+check:packages lint
 *
 * A `+` joins scripts that depend on each other: they run one after the other. The output of the first is shown as it
 * comes; the output of the others is shown when they end, if they failed. All run to their end, and the exit code is
 * 1 if any failed.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { root } from './workspaces.js';

/** How a script ended. */
interface Finished {
  readonly script: string;
  readonly ok: boolean;
  readonly seconds: number;
}

const args = process.argv.slice(2);
const assignments = args.filter((arg) => arg.includes('='));
const chains = args.filter((arg) => !arg.includes('=')).map((chain) => chain.split('+'));
const env = { ...process.env, ...Object.fromEntries(assignments.map(readAssignment)) };
const [shown] = chains[0] ?? [];

const finished = await runChains(chains, Math.max(2, availableParallelism()));
console.log('');
for (const { script, ok, seconds } of finished) {
  console.log(`${ok ? 'passed' : 'FAILED'}  ${script} (${seconds.toFixed(0)} s)`);
}
const skipped = chains.flat().length - finished.length;
if (skipped > 0) console.log(`${skipped} not run, because the one before failed`);
process.exitCode = finished.every(({ ok }) => ok) ? 0 : 1;

async function runChains(
  waiting: readonly (readonly string[])[],
  workers: number,
): Promise<readonly Finished[]> {
  const results: Finished[] = [];
  const rest = waiting[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (const chain of rest) results.push(...(await runChain(chain)));
  };
  await Promise.all(Array.from({ length: workers }, work));
  return results;
}

/** Stops at the first that fails. */
async function runChain(scripts: readonly string[]): Promise<readonly Finished[]> {
  const results: Finished[] = [];
  for (const script of scripts) {
    const result = await runScript(script);
    results.push(result);
    if (!result.ok) break;
  }
  return results;
}

function runScript(script: string): Promise<Finished> {
  const start = performance.now();
  const isShown = script === shown;
  if (!isShown) console.log(`started ${script}`);
  return new Promise((resolve) => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const child = spawn('npm', ['run', '--silent', script], {
      cwd: root,
      env,
      shell: process.platform === 'win32',
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => {
      output += `${error.message}\n`;
    });
    child.on('close', (code) => {
      const seconds = (performance.now() - start) / 1_000;
      const ok = code === 0;
      if (!isShown) console.log(`${ok ? 'passed' : 'FAILED'}  ${script} (${seconds.toFixed(0)} s)`);
      if (!isShown && !ok) console.log(output);
      resolve({ script, ok, seconds });
    });
  });
}

function readAssignment(text: string): readonly [name: string, value: string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
