import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that takes webhooks and tells which; the path of each is the number of its subscriber. */
export interface CountingReceiver {
  urlOf(subscriber: number): string;
  stop(): void;
}

export async function startCountingReceiver(
  onArrival: (subscriber: number, eventId: string) => void,
): Promise<CountingReceiver> {
  const child = fork(fileURLToPath(new URL('counting-receiver.ts', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  child.on('message', (posts) => {
    for (const [subscriber, eventId] of posts as readonly (readonly [string, string])[]) {
      onArrival(Number(subscriber), eventId);
    }
  });
  return {
    urlOf: (subscriber) => `http://127.0.0.1:${String(port)}/${String(subscriber)}`,
    stop: () => {
      child.disconnect();
    },
  };
}
