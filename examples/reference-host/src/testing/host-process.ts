import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ReadyReport } from '../demo/index.js';
import { processTree, stillRunning } from './process-tree.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** A host that `npm run <script>` started, and that is ready. */
export interface HostProcess {
  /** What it said before its last line. */
  readonly printed: readonly string[];
  readonly report: ReadyReport;
  /** The names of its processes: npm, node and, with its own database, several of Postgres. */
  readonly commands: readonly string[];
  /** Sends a signal to npm, the parent of the host, and gives npm's exit code; null where it was killed. */
  signal(name: NodeJS.Signals): Promise<number | null>;
  /** The names of those of its processes that still run. */
  left(): readonly string[];
}

/** What a host's request limits are multiplied by: many tests share it, and all of them one address. */
export const RATE_LIMIT_SCALE = 1_000;

/**
 * Starts a host on a free port by its npm script. Without a database URL it brings its own. `hear` receives every
 * line that it logs: all of its error stream, and what it prints after its greeting. `variables` are added to those of
 * this process.
 */
export async function startHost(
  script: string,
  databaseUrl: string | null,
  hear: (line: string) => void = () => undefined,
  variables: Readonly<Record<string, string>> = {},
): Promise<HostProcess> {
  const environment = {
    ...process.env,
    ...variables,
    PORT: '0',
    DATABASE_URL: databaseUrl ?? '',
    RATE_LIMIT_SCALE: String(RATE_LIMIT_SCALE),
  };
  const npm = spawn('npm', ['run', '--silent', script], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(npm, 'exit').then(([code]) => code as number | null);
  npm.stderr.pipe(process.stderr);
  createInterface(npm.stderr).on('line', hear);
  const lines = await untilReady(createInterface(npm.stdout), hear);
  const processes = processTree(npm.pid ?? 0);

  return {
    printed: lines.slice(0, -1),
    report: JSON.parse((lines.at(-1) ?? '').slice(READY.length)) as ReadyReport,
    commands: processes.map(({ command }) => command),
    signal(name) {
      npm.kill(name);
      return exited;
    },
    left: () => stillRunning(processes).map(({ command }) => command),
  };
}

const READY = 'ready ';

/** Everything up to and with the line for machines; `hear` receives what comes later. */
function untilReady(output: Interface, hear: (line: string) => void): Promise<readonly string[]> {
  const lines: string[] = [];
  let isReady = false;
  return new Promise((resolve, reject) => {
    output.on('line', (line) => {
      if (isReady) {
        hear(line);
        return;
      }
      lines.push(line);
      isReady = line.startsWith(READY);
      if (isReady) resolve(lines);
    });
    output.on('close', () => {
      reject(new Error(`the host ended before it was ready:\n${lines.join('\n')}`));
    });
  });
}
