import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that webhooks are sent to. */
export interface Sink {
  /** Answers every POST with 204, on connections that stay open. */
  readonly url: string;
  /** Answers every POST with 204, and closes its connection. */
  readonly closingUrl: string;
  /** Takes every POST, and never answers. */
  readonly deadUrl: string;
  /** Closes the connections that wait for an answer. */
  hangUp(): void;
  stop(): void;
}

export async function startSink(): Promise<Sink> {
  const child = fork(fileURLToPath(new URL('sink.ts', import.meta.url)));
  const [ports] = (await once(child, 'message')) as [{ healthy: number; dead: number }];
  const urlOf = (port: number): string => `http://127.0.0.1:${String(port)}/`;
  return {
    url: urlOf(ports.healthy),
    closingUrl: `${urlOf(ports.healthy)}closing`,
    deadUrl: urlOf(ports.dead),
    hangUp: () => {
      child.send('hang up');
    },
    stop: () => {
      child.disconnect();
    },
  };
}
