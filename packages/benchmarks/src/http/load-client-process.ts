import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Load, LoadResult } from './load.js';

/** A client process; the servers under load are not in it. */
export interface LoadClient {
  /** Milliseconds that the whole load took. */
  run(load: Load): Promise<number>;
  /** The same, with the status and the time of each request. */
  measure(load: Load): Promise<LoadResult>;
  stop(): void;
}

export function startLoadClient(): LoadClient {
  const child = fork(fileURLToPath(new URL('load-client.ts', import.meta.url)));

  async function measure(load: Load): Promise<LoadResult> {
    child.send(load);
    const [answer] = (await once(child, 'message')) as [LoadResult | { error: string }];
    if ('error' in answer) throw new Error(answer.error);
    return answer;
  }

  return {
    run: async (load) => (await measure(load)).ms,
    measure,
    stop: () => {
      child.disconnect();
    },
  };
}
