import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load } from './load.js';

/** A client process; the servers under load are not in it. */
export interface LoadClient {
  /** Milliseconds that the whole load took. */
  run(load: Load): Promise<number>;
  stop(): void;
}

export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(new URL('load-client.ts', import.meta.url)));
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
