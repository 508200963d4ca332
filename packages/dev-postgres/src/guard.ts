import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerUser } from './server-user.js';

/** What the parent sends to the guard process. */
export type GuardCommand =
  | { type: 'spawn'; file: string; args: readonly string[]; user: ServerUser }
  | { type: 'signal'; signal: NodeJS.Signals };

/** What the guard process sends to the parent. */
export type GuardReport =
  | { type: 'spawned' }
  | { type: 'refused'; code: string | undefined; message: string }
  | { type: 'closed'; reason: string };

/** A program that the guard runs. */
export interface GuardedProgram {
  /**
   * Resolves with the exit code or signal once the program and all its children are gone; never
   * rejects.
   */
  readonly closed: Promise<string>;
  /** Sends the signal to the program and resolves with `closed`. */
  end(signal: NodeJS.Signals): Promise<string>;
}

/**
 * A process that owns one directory and the program running in it, and clears both away when its
 * parent is gone.
 */
export interface Guard {
  /**
   * @throws an error with the system's `code` (`EACCES`, `ENOENT`) when the program cannot be run
   * at all
   */
  spawn(file: string, args: readonly string[], user: ServerUser): Promise<GuardedProgram>;
  /**
   * Stops the program, removes the directory and ends the guard. Calling it again changes nothing.
   */
  stop(): Promise<void>;
}

/** Puts a guard over `directory`, which the guard removes in the end. */
export function startGuard(directory: string): Guard {
  const child = fork(fileURLToPath(new URL('./guard-process.mjs', import.meta.url)), [directory], {
    // A group of its own: Ctrl-C in a terminal reaches the parent alone, which then ends the guard
    // in its own way.
    detached: true,
    // No loaders and no inspector of the parent; its standard error, so that a bug in the guard can
    // be seen.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: serverEnvironment(),
  });
  const exited = once(child, 'exit');

  return {
    async spawn(file, args, user) {
      const answer = nextReport(child, ['spawned', 'refused']);
      const closed = nextReport(child, ['closed', 'refused']).then(
        (report) => (report.type === 'closed' ? report.reason : report.type),
        String,
      );
      send(child, { type: 'spawn', file, args, user });
      const report = await answer;
      if (report.type === 'refused') {
        throw Object.assign(new Error(report.message), { code: report.code });
      }
      return {
        closed,
        end(signal) {
          send(child, { type: 'signal', signal });
          return closed;
        },
      };
    },
    async stop() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

/**
 * Variables of the parent that would change how the guard (`NODE_*`) or Postgres (`PG*`) behaves
 * are left out.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE_|PG)/.test(name));
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' };
}

function send(child: ChildProcess, command: GuardCommand): void {
  if (child.connected) child.send(command);
}

function nextReport(
  child: ChildProcess,
  types: readonly GuardReport['type'][],
): Promise<GuardReport> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown): void => {
      const report = message as GuardReport;
      if (!types.includes(report.type)) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(report);
    };
    const onExit = (): void => {
      reject(new Error('the guard of this Postgres has ended'));
    };
    child.on('message', onMessage).once('exit', onExit);
  });
}
