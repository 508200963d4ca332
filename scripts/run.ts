/** Runs a command and throws when it fails. Programs of node_modules/.bin are found because npm puts them on PATH. */
import { execFileSync } from 'node:child_process';
import { root } from './workspaces.js';

/** npm and its programs are .cmd files on Windows, which only a shell can start. */
const shell = process.platform === 'win32';

/** Output goes to the terminal. */
export function run(command: string, args: readonly string[], cwd: string = root): void {
  execFileSync(command, args, { cwd, shell, stdio: 'inherit' });
}

/** Answers what the command wrote to its standard output. */
export function runAndRead(command: string, args: readonly string[]): string {
  return execFileSync(command, args, { cwd: root, shell, encoding: 'utf8' });
}
