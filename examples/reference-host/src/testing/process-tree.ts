import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process as the system lists it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** One letter; `Z` for one that ended and waits for its parent to notice. */
  readonly state: string;
  readonly command: string;
}

/** A process and all that it started, directly or not. */
export function processTree(pid: number): readonly ProcessRow[] {
  const rows = listProcesses();
  const below = (parent: number): readonly ProcessRow[] =>
    rows.filter((row) => row.parent === parent).flatMap((row) => [row, ...below(row.pid)]);
  return [...rows.filter((row) => row.pid === pid), ...below(pid)];
}

/** Those of the processes that still run. */
export function stillRunning(processes: readonly ProcessRow[]): readonly ProcessRow[] {
  const running = new Set(
    listProcesses()
      .filter(({ state }) => state !== 'Z')
      .map(({ pid }) => pid),
  );
  return processes.filter(({ pid }) => running.has(pid));
}

/** From `/proc` where there is one, since small containers have no `ps`. */
function listProcesses(): readonly ProcessRow[] {
  return existsSync('/proc/self/stat') ? fromProc() : fromPs();
}

function fromProc(): readonly ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((pid) => {
      const stat = readOrNull(`/proc/${pid}/stat`);
      const [, command = '', state = '', parent] = /\((.*)\) (\S) (\d+)/s.exec(stat ?? '') ?? [];
      return stat === null ? [] : [{ pid: Number(pid), parent: Number(parent), state, command }];
    });
}

/** A process may end between the listing and the reading. */
function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function fromPs(): readonly ProcessRow[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,state=,comm='], { encoding: 'utf8' });
  return output.split('\n').flatMap((line) => {
    const [, pid, parent, state = '', command = ''] =
      /^ *(\d+) +(\d+) +(\S)\S* +(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), state, command }];
  });
}
