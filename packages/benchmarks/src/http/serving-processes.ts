import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServingOptions {
  /** `bare` is the least SQL that is correct; `promises` the least with the same promises as Stepward. */
  readonly side: 'stepward' | 'bare' | 'promises';
  readonly databaseUrl: string;
  readonly connections: number;
  /** Whether each request begins with reading a session. */
  readonly withSessions: boolean;
}

/** What a process has used since it began. */
export interface ServingUsage {
  readonly cpuMs: number;
  readonly statements: number;
}

/** A process that serves one side of a comparison. */
export interface ServingProcess {
  readonly baseUrl: string;
  usage(): Promise<ServingUsage>;
  stop(): Promise<void>;
}

export async function startServing(options: ServingOptions): Promise<ServingProcess> {
  const script = fileURLToPath(new URL('serving-process.ts', import.meta.url));
  const child = fork(script, [JSON.stringify(options)]);
  const baseUrl = await hear<string>(child);
  return {
    baseUrl,
    async usage() {
      child.send('usage');
      return hear<ServingUsage>(child);
    },
    async stop() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** The next message of a process. */
function hear<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const heard = (message: unknown): void => {
      child.off('exit', gone);
      resolve(message as T);
    };
    const gone = (code: number | null): void => {
      child.off('message', heard);
      reject(new Error(`a serving process ended with ${String(code)}`));
    };
    child.once('message', heard).once('exit', gone);
  });
}
