// @ts-check
/**
 * The process that outlives its parent: it owns one server directory and runs at most one program
 * in it at a time.
 *
 * When the channel to the parent closes, because the parent asked for the end or because it died
 * (`kill -9` included), the program is stopped, the directory removed, and nothing is left.
 * `stop()` takes this same path, so every test run exercises it. Its other half is guard.ts. Plain
 * JavaScript, because Node 20 runs nothing else without a loader.
 *
 * @typedef {import('./guard.js').GuardCommand} GuardCommand
 * @typedef {import('./guard.js').GuardReport} GuardReport
 */
import { spawn, spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds that a program has to stop by itself once the parent is gone. */
const PATIENCE = 5_000;

const directory = /** @type {string} */ (process.argv[2]);
const log = openSync(join(directory, 'server.log'), 'a');

/** @type {import('node:child_process').ChildProcess | null} */
let program = null;
let finishing = false;

/** @param {GuardCommand} command */
function obey(command) {
  if (finishing) return;
  if (command.type === 'signal') program?.kill(command.signal);
  else start(command);
}

/**
 * `close` comes when the last holder of the standard output has exited. The backends of Postgres
 * inherit it and never write to it, so a postmaster that was killed counts as closed only when all
 * its backends are gone as well: starting again on the same data any sooner is refused.
 *
 * @param {Extract<GuardCommand, { type: 'spawn' }>} command
 */
function start({ file, args, user }) {
  const child = spawn(file, args, { cwd: directory, stdio: ['ignore', 'pipe', log], ...user });
  child.stdout?.resume();
  child.on('error', (/** @type {NodeJS.ErrnoException} */ { code, message }) => {
    report({ type: 'refused', code, message });
  });
  child.on('spawn', () => {
    program = child;
    report({ type: 'spawned' });
    child.on('close', (code, signal) => {
      program = null;
      report({ type: 'closed', reason: signal ?? `exit code ${code}` });
      if (finishing) void clearUp();
    });
  });
}

/** @param {GuardReport} message */
function report(message) {
  process.send?.(message, () => {
    // The parent may have exited; then no report is needed.
  });
}

function finish() {
  if (finishing) return;
  finishing = true;
  if (program === null) return void clearUp();
  program.kill('SIGINT');
  setTimeout(() => program?.kill('SIGKILL'), PATIENCE);
}

async function clearUp() {
  removeSharedMemory();
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
}

/**
 * A killed postmaster leaves a segment of System V shared memory (56 bytes, of which macOS allows
 * 32) until the machine restarts. The seventh line of the lock file it leaves as well names the
 * segment by key and id.
 */
function removeSharedMemory() {
  const [, id] = lockFile().split('\n')[6]?.trim().split(/\s+/) ?? [];
  if (id) spawnSync('ipcrm', ['-m', id]);
}

/** Empty after a shutdown in good order, which removes it. */
function lockFile() {
  try {
    return readFileSync(join(directory, 'data', 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

process.on('message', obey);
process.on('disconnect', finish);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, finish);
if (!process.connected) finish();
