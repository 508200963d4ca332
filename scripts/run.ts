/** Runs a command and throws when it fails. Programs of node_modules/.bin are found because npm puts them on PATH. */
import { execFileSync } from 'node:child_process';
import { root } from './workspaces.js';

/** npm and its programs are .cmd files on Windows, which only a shell can start. */
const shell = process.platform === 'win32';

/** Output goes to the terminal. */
export function run(command: string, args: readonly string[], cwd: string = root): void {
  execFileSync(command, args, { cwd, shell, stdio: 'inherit' });
}

/** Returns the standard output of the command, at most 16 MiB. */
export function runAndRead(command: string, args: readonly string[], cwd: string = root): string {
  return execFileSync(command, args, { cwd, shell, encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 });
}
