import { spawn } from 'node:child_process';

/** The exit code of Stryker for a low score, and of Vitest for a test that failed. */
const FAILED = 1;

/**
 * Runs a program of `node_modules/.bin` in the copy. Returns whether it succeeded. Throws if it was interrupted, so
 * that nothing else runs.
 */
export function runInCopy(
  copy: string,
  [command, ...args]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: copy,
      env: { ...process.env, ...env },
      // The programs are .cmd files on Windows, which only a shell can start.
      shell: process.platform === 'win32',
      stdio: ['ignore', output, output],
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 || code === FAILED) resolve(code === 0);
      else reject(new Error(`${command} was interrupted`));
    });
  });
}
