/**
 * Requests that no polite client sends, by the thousand, on real sockets: the API answers or the
 * connection ends, nothing breaks inside, and memory stays where it was.
 */
import { testDatabase } from '@stepward/dev-postgres';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { requests, type FuzzedRequest } from './harness/requests.js';
import { runFuzz } from './harness/run-fuzz.js';
import { startProcess, type FuzzedServer } from './harness/start-process.js';

/** One seed, one run; another may be given to look further. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_301);

/** After so many everything is loaded, compiled and cached that will ever be. */
const WARM_UP = 1_000;

const database = await testDatabase();

describe.each([
  { framework: 'Express 5', storage: 'memory', count: 20_000 },
  { framework: 'Fastify 5', storage: 'Postgres', count: 20_000 },
  { framework: 'Express 4', storage: 'memory', count: 5_000 },
])('$count hostile requests to $framework over $storage', ({ framework, storage, count }) => {
  it('are answered or cut off, and leave the process as it was', async () => {
    const server = await startProcess(framework, storage === 'memory' ? null : database.url);
    onTestFinished(() => server.end());
    const generated = fc.sample(requests, { seed: SEED, numRuns: count });
    const first = await runAndCheck(server, generated.slice(0, WARM_UP));
    const before = await server.report();
    const rest = await runAndCheck(server, generated.slice(WARM_UP));
    const after = await server.report();

    expect(server.isAlive()).toBe(true);
    expect(after.memory).toBeLessThan(before.memory * 1.5);
    // Cutting everything off would pass all of the above.
    expect(first + rest).toBeGreaterThan(count / 3);
    expect(after.unreached).toEqual([]);
    expect(await statusOfGoodRequest(server)).toBe(200);
  });
});

/** Sends them, and gives how many the API answered itself. */
async function runAndCheck(server: FuzzedServer, sent: readonly FuzzedRequest[]): Promise<number> {
  const { ours, complaints } = await runFuzz(server, sent);
  const { surprises, errors, leaks } = await server.report();
  expect({ seed: SEED, complaints, surprises, errors, leaks }).toEqual({
    seed: SEED,
    complaints: [],
    surprises: [],
    errors: [],
    leaks: [],
  });
  return ours;
}

async function statusOfGoodRequest({ port, credentials }: FuzzedServer): Promise<number> {
  const { status } = await fetch(`http://127.0.0.1:${String(port)}/v1/account/mfa`, {
    headers: { authorization: `Bearer ${credentials[0]?.userToken ?? ''}` },
  });
  return status;
}
