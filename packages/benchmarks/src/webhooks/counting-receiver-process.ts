import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What arrived; the path of its URL is the number of its subscriber. */
export interface Post {
  readonly subscriber: number;
  readonly eventId: string;
  /** By `monotonicMs`. */
  readonly atMs: number;
}

/** A process that takes webhooks and tells which. */
export interface CountingReceiver {
  urlOf(subscriber: number): string;
  stop(): void;
}

export async function startCountingReceiver(
  onArrival: (post: Post) => void,
): Promise<CountingReceiver> {
  const child = fork(fileURLToPath(new URL('counting-receiver.ts', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  child.on('message', (posts) => {
    for (const post of posts as readonly Post[]) onArrival(post);
  });
  return {
    urlOf: (subscriber) => `http://127.0.0.1:${String(port)}/${String(subscriber)}`,
    stop: () => {
      child.disconnect();
    },
  };
}
