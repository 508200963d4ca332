/**
 * The load, in a process of its own: sends the sequences of requests, so many at a time, and reports how
 * long they took, and their statuses. Started by `load-client-process.ts`; not imported.
 */
import { Agent, request } from 'node:http';
import type { Load, LoadRequest, LoadResult } from './load.js';

const agent = new Agent({ keepAlive: true });

process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function run({ baseUrl, sequences, concurrency }: Load): Promise<LoadResult> {
  const waiting = [...sequences];
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const started = performance.now();
  const loop = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const step of next) {
        const sentAt = performance.now();
        const status = await send(baseUrl, step);
        times.push(performance.now() - sentAt);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return { ms: performance.now() - started, statuses, times };
}

function send(
  baseUrl: string,
  { method, path, token, body, status }: LoadRequest,
): Promise<number> {
  const content = body && { 'content-type': 'application/json', 'content-length': body.length };
  const headers = { authorization: `Bearer ${token}`, ...content };
  return new Promise((resolve, reject) => {
    const sent = request(baseUrl + path, { method, headers, agent }, (response) => {
      response.resume().on('end', () => {
        const { statusCode = 0 } = response;
        if (status === null || statusCode === status) resolve(statusCode);
        else reject(new Error(`${method} ${path} answered ${String(statusCode)}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}
