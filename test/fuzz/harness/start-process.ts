import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Credentials } from './credentials.js';
import type { Report, Told } from './fuzzed-process.js';

const PROGRAM = fileURLToPath(new URL('./fuzzed-process.ts', import.meta.url));

/** A server in another process. */
export interface FuzzedServer {
  readonly port: number;
  readonly credentials: readonly Credentials[];
  report(): Promise<Report>;
  /** Whether the process has not ended by itself. */
  isAlive(): boolean;
  end(): Promise<void>;
}

/** Starts it from its source; without a database it keeps everything in memory. */
export async function startProcess(
  framework: string,
  databaseUrl: string | null,
): Promise<FuzzedServer> {
  const { DATABASE_URL: _, ...environment } = process.env;
  const child = fork(PROGRAM, [framework], {
    execArgv: ['--expose-gc', '--conditions=@stepward/source', '--import', 'tsx'],
    env: { ...environment, ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) },
  });
  const exited = once(child, 'exit');
  const told = async (): Promise<Told> => {
    const [message] = (await Promise.race([once(child, 'message'), exited])) as [unknown];
    if (typeof message !== 'object') throw new Error('the process ended');
    return message as Told;
  };

  const { ready } = await told();
  if (ready === undefined) throw new Error('the process is not ready');
  return {
    ...ready,
    async report() {
      child.send('report');
      const { report } = await told();
      if (report === undefined) throw new Error('the process reports nothing');
      return report;
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async end() {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
