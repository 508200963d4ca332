/**
 * The load, in a process of its own: sends the sequences of requests, so many at a time, and reports how
 * long that took. Started by `load-client-process.ts`; not imported.
 */
import { Agent, request } from 'node:http';
import type { Load, LoadRequest } from './load.js';

const agent = new Agent({ keepAlive: true });

process.on('message', (load: Load) => {
  run(load).then(
    (ms) => process.send?.({ ms }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function run({ baseUrl, sequences, concurrency }: Load): Promise<number> {
  const waiting = [...sequences];
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const step of next) await send(baseUrl, step);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return performance.now() - started;
}

function send(baseUrl: string, { method, path, token, body, status }: LoadRequest): Promise<void> {
  const content = body && { 'content-type': 'application/json', 'content-length': body.length };
  const headers = { authorization: `Bearer ${token}`, ...content };
  return new Promise((resolve, reject) => {
    const sent = request(baseUrl + path, { method, headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${method} ${path} answered ${String(response.statusCode)}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}
