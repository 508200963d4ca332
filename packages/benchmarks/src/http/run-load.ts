import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A client process; the server under load is not in it. */
export interface LoadClient {
  /** Milliseconds that the whole load took. */
  run(load: {
    readonly baseUrl: string;
    readonly identities: readonly string[];
    readonly concurrency: number;
    readonly code: string;
  }): Promise<number>;
  stop(): void;
}

export function startLoadClient(): LoadClient {
  const child: ChildProcess = fork(fileURLToPath(new URL('load-client.ts', import.meta.url)));
  return {
    async run(load) {
      child.send(load);
      const [answer] = (await once(child, 'message')) as [{ ms: number } | { error: string }];
      if ('error' in answer) throw new Error(answer.error);
      return answer.ms;
    },
    stop: () => {
      child.disconnect();
    },
  };
}
