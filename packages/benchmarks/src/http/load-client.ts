/**
 * The load, in a process of its own: takes every identity through enrol, verify and remove, so many at
 * a time, and reports how long that took. Started by `run-load.ts`; not imported.
 */
import { Agent, request } from 'node:http';

interface Load {
  readonly baseUrl: string;
  readonly identities: readonly string[];
  readonly concurrency: number;
  readonly code: string;
}

const agent = new Agent({ keepAlive: true });
const STEPS = [
  { method: 'POST', status: 201 },
  { method: 'PUT', status: 200 },
  { method: 'DELETE', status: 200 },
] as const;

process.on('message', (load: Load) => {
  run(load).then(
    (ms) => process.send?.({ ms }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

async function run({ baseUrl, identities, concurrency, code }: Load): Promise<number> {
  const waiting = [...identities];
  const started = performance.now();
  const lane = async (): Promise<void> => {
    for (let identity = waiting.pop(); identity !== undefined; identity = waiting.pop()) {
      for (const step of STEPS) await send(`${baseUrl}/v1/account/mfa/sms`, step, identity, code);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return performance.now() - started;
}

function send(
  url: string,
  { method, status }: (typeof STEPS)[number],
  identity: string,
  code: string,
): Promise<void> {
  const body = method === 'PUT' ? JSON.stringify({ code }) : '';
  const headers = {
    authorization: `Bearer ${identity}`,
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${method} answered ${String(response.statusCode)}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}
